package org.nearduplicate.lucene;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.JaccardJoin.Pair;

/** The ground truth of the tests with a corpus has all pairs, and no others. */
public class JaccardJoinTest extends LuceneTestCase {

    public void testEqualsTheComparisonOfAllPairs() {
        for (int i = 0; i < 100; i++) {
            List<Set<String>> sets = randomSets();
            double minSimilarity = (1 + random().nextInt(10)) / 10.0;
            Set<Pair> expected = new HashSet<>();
            for (int b = 0; b < sets.size(); b++) {
                for (int a = 0; a < b; a++) {
                    double similarity = similarity(sets.get(a), sets.get(b));
                    if (similarity >= minSimilarity) {
                        expected.add(new Pair(a, b, similarity));
                    }
                }
            }
            List<Pair> pairs = new JaccardJoin(sets, minSimilarity).pairs();
            assertEquals(expected, Set.copyOf(pairs));
            assertEquals(expected.size(), pairs.size());
        }
    }

    private static List<Set<String>> randomSets() {
        int vocabulary = 1 + random().nextInt(30);
        List<Set<String>> sets = new ArrayList<>();
        for (int count = random().nextInt(50); count > 0; count--) {
            Set<String> set = new HashSet<>();
            for (int size = random().nextInt(12); size > 0; size--) {
                set.add("" + random().nextInt(vocabulary));
            }
            sets.add(set);
        }
        return sets;
    }

    private static double similarity(Set<String> a, Set<String> b) {
        Set<String> union = new HashSet<>(a);
        union.addAll(b);
        return (a.size() + b.size() - union.size()) / (double) union.size();
    }
}
