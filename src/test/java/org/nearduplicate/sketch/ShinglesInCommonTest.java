package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;
import static org.nearduplicate.sketch.Shingling.shingles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.Test;

/** Which texts have which shingles in common, told without any hash. */
public class ShinglesInCommonTest {

    @Test
    public void aTextShorterThanAShingleIsOneShingle() {
        for (ShingleUnit unit : ShingleUnit.values()) {
            Scheme scheme = scheme().shingles(unit, 64).build();
            for (int units = 1; units <= 64; units++) {
                List<Long> hashes = shingles(scheme, Shingling.tokensOfUnits(unit, units));
                assertEquals(units + " of " + unit, 1, hashes.size());
            }
        }
    }

    @Test
    public void shortTextsOfDifferentTokensDiffer() {
        Scheme scheme = scheme().shingles(ShingleUnit.WORD, 8).build();
        Set<Long> distinct = new HashSet<>();
        for (List<String> tokens : List.of(
                List.of("a"), List.of("b"), List.of(""), List.of("a", "b"), List.of("b", "a"),
                List.of("ab"), List.of("a", ""), List.of("", "a"), List.of("a", "a"))) {
            distinct.addAll(shingles(scheme, tokens));
        }
        assertEquals(9, distinct.size());
    }

    @Test
    public void withoutTokensThereIsNoShingle() {
        for (ShingleUnit unit : ShingleUnit.values()) {
            Scheme scheme = scheme().shingles(unit, 3).build();
            assertEquals(List.of(), shingles(scheme, List.of()));
        }
    }

    @Test
    public void anotherUnitSizeFunctionOrSeedGivesOtherHashes() {
        List<String> tokens = List.of("the", "quick", "brown", "fox", "jumps", "over", "it");
        List<Scheme> schemes = new ArrayList<>();
        for (ShingleUnit unit : ShingleUnit.values()) {
            for (int size : new int[] {2, 3, 9}) {
                for (HashFunction function : HashFunction.values()) {
                    schemes.add(scheme().shingles(unit, size).hash(function, 0).build());
                    schemes.add(scheme().shingles(unit, size).hash(function, 1).build());
                }
            }
        }
        for (Scheme one : schemes) {
            for (Scheme other : schemes) {
                boolean disjoint = Collections.disjoint(shingles(one, tokens),
                        shingles(other, tokens));
                assertEquals(one + " and " + other, one != other, disjoint);
            }
        }
    }

    @Test
    public void characterShinglesSeeWhereTokensEnd() {
        Scheme scheme = scheme().shingles(ShingleUnit.CHARACTER, 3).build();
        assertNotEquals(shingles(scheme, List.of("abc", "de")), shingles(scheme, List.of("abcde")));
        assertEquals(shingles(scheme, List.of("abc", "de")), shingles(scheme, List.of("abc de")));
    }

    @Test
    public void tokensAreNotKept() {
        for (ShingleUnit unit : ShingleUnit.values()) {
            Scheme scheme = scheme().shingles(unit, 2).build();
            ShingleHashes hashes = new ShingleHashes();
            ShingleHasher hasher = new ShingleHasher(scheme);
            StringBuilder token = new StringBuilder();
            hasher.beginValue();
            for (String text : List.of("one", "two", "three")) {
                token.setLength(0);
                hasher.addToken(token.append(text), hashes);
            }
            hasher.endValue(hashes);
            assertEquals(shingles(scheme, List.of("one", "two", "three")), Shingling.list(hashes));
        }
    }
}
