package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.List;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** A text's shingle hashes are those of the naive shingling, whatever its tokens and its length. */
public class ShingleHasherTest {

    private static final int MAX_SIZE = 64;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void everyUnitAndSize() {
        Random random = seeded.random();
        for (ShingleUnit unit : ShingleUnit.values()) {
            for (int size = 1; size <= MAX_SIZE; size++) {
                for (HashFunction function : HashFunction.values()) {
                    Scheme scheme = scheme().shingles(unit, size)
                            .hash(function, random.nextInt(100))
                            .build();
                    assertShingles(scheme, Shingling.randomTokens(random, random.nextInt(150)));
                }
            }
        }
    }

    /** The window of 4,096 bytes holds 512 words or 1,024 characters. */
    @Test
    public void textsOfManyWindows() {
        Random random = seeded.random();
        for (ShingleUnit unit : ShingleUnit.values()) {
            for (int size : new int[] {1, 2, 3, 5, 31, 63, 64}) {
                Scheme scheme = scheme().shingles(unit, size).build();
                assertShingles(scheme, Shingling.randomTokens(random, 5_000 + random.nextInt(600)));
            }
        }
    }

    @Test
    public void textsAroundTheSizeOfAShingleAndOfAWindow() {
        for (int size = 1; size <= MAX_SIZE; size += 7) {
            for (ShingleUnit unit : ShingleUnit.values()) {
                Scheme scheme = scheme().shingles(unit, size).build();
                int window = 4096 / (unit == ShingleUnit.WORD ? Long.BYTES : Integer.BYTES);
                for (int middle : new int[] {size, window, 2 * window - size + 1}) {
                    for (int units = middle - 2; units <= middle + 2; units++) {
                        assertShingles(scheme, Shingling.tokensOfUnits(unit, Math.max(0, units)));
                    }
                }
            }
        }
    }

    private static void assertShingles(Scheme scheme, List<String> tokens) {
        assertEquals(tokens.size() + " tokens, " + scheme,
                ReferenceShingles.of(scheme, tokens), Shingling.shingles(scheme, tokens));
    }
}
