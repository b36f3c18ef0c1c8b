package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;

import com.dynatrace.hash4j.hashing.Hasher64;
import java.util.Arrays;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** Each hash function agrees with a second implementation of it, for all lengths and any seed. */
public class HashFunctionCrossCheckTest {

    private static final int MAX_LENGTH = 600;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void bytesOfAnyLengthAndSeed() {
        Random random = seeded.random();
        for (HashFunction function : HashFunction.values()) {
            for (int length = 0; length <= MAX_LENGTH; length++) {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                for (int seed : new int[] {0, random.nextInt() & Integer.MAX_VALUE}) {
                    assertEquals(function + " of " + length + " bytes, seed " + seed,
                            ReferenceHash.hash(function, seed, bytes),
                            function.seeded(seed).hashBytesToLong(bytes));
                }
            }
        }
    }

    @Test
    public void partOfAnArray() {
        byte[] bytes = new byte[MAX_LENGTH];
        seeded.random().nextBytes(bytes);
        for (HashFunction function : HashFunction.values()) {
            Hasher64 hasher = function.seeded(7);
            for (int from = 0; from < MAX_LENGTH; from += 1 + seeded.random().nextInt(9)) {
                int length = seeded.random().nextInt(MAX_LENGTH - from);
                byte[] part = Arrays.copyOfRange(bytes, from, from + length);
                assertEquals(function + " of " + length + " bytes from " + from,
                        ReferenceHash.hash(function, 7, part),
                        hasher.hashBytesToLong(bytes, from, length));
            }
        }
    }

    @Test
    public void charactersAreTheirUtf16LittleEndianBytes() {
        Random random = seeded.random();
        for (HashFunction function : HashFunction.values()) {
            for (int length = 0; length <= MAX_LENGTH; length++) {
                StringBuilder text = new StringBuilder();
                random.ints(length, Character.MIN_VALUE, Character.MAX_VALUE + 1)
                        .forEach(unit -> text.append((char) unit));
                assertEquals(function + " of " + length + " characters",
                        ReferenceHash.hash(function, 5, ReferenceHash.utf16(text)),
                        function.seeded(5).hashCharsToLong(text));
            }
        }
    }
}
