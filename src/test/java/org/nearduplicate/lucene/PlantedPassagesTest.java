package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * Passages of 10 to 500 words that stand in other texts, whole, edited, split, twice or in arrays, are found as surely as is
 * promised, with the share that they have, and nothing else is.
 */
public class PlantedPassagesTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final double RECALL = .99;

    /** Of a share that is lower no more is promised than that it is found sometimes. */
    private static final double LEAST = .3;

    private final TextSketcher sketcher =
            new TextSketcher(FIELD, new WhitespaceAnalyzer(), Schemes.words(3, 20, 5, 4));
    private final List<Sample> passages = new ArrayList<>();
    private final List<Sample> texts = new ArrayList<>();

    /** Twelve counts, each of too many misses in one of 10⁹ runs. */
    public void testFoundAsSurelyAsPromised() throws IOException {
        for (int oneIn : new int[] {2, 4, 8, 16, 32, 64}) {
            plant(atLeast(80));
            SampledShingles sampled = new SampledShingles(oneIn);
            assertFound(ShareOf.LIKE, passages, texts, sampled);
            assertFound(ShareOf.DOCUMENT, texts, passages, sampled);
        }
    }

    private void plant(int count) {
        passages.clear();
        texts.clear();
        for (int i = 0; i < count; i++) {
            String passage = words(TestUtil.nextInt(random(), 10, 500));
            passages.add(new Sample(sketcher, passage));
            texts.add(new Sample(sketcher, planted(passage)));
        }
    }

    private static void assertFound(
            ShareOf of, List<Sample> queries, List<Sample> indexed, SampledShingles sampled)
            throws IOException {
        double expected = 0;
        int missed = 0;
        int sought = 0;
        try (Directory directory = newDirectory();
                DirectoryReader reader = index(directory, indexed, sampled)) {
            IndexSearcher searcher = newSearcher(reader);
            for (int i = 0; i < queries.size(); i++) {
                Sample like = queries.get(i);
                double share = like.share(indexed.get(i), of);
                if (share < LEAST || indexed.stream().anyMatch(like::coincidesWith)) {
                    continue;
                }
                Map<Integer, Float> hits = SampleIndex.search(
                        searcher,
                        like.queryForShare(
                                FIELD, new SoughtContainment(of, share, RECALL), sampled,
                                Verified.BY_STORED_SETS));
                Map<Integer, Float> truth = new TreeMap<>();
                for (int doc = 0; doc < indexed.size(); doc++) {
                    double own = like.share(indexed.get(doc), of);
                    if (own >= share && hits.containsKey(doc)) {
                        truth.put(doc, (float) own);
                    }
                }
                assertEquals(truth, hits);
                Sample whole = of == ShareOf.LIKE ? like : indexed.get(i);
                expected += 1 - promise(whole.sampledKeys(sampled).size(), share);
                missed += hits.containsKey(i) ? 0 : 1;
                sought++;
            }
        }
        assertTrue(sought + " of " + queries.size(), sought > queries.size() / 3);
        assertTrue(
                missed + " missed, " + expected + " expected, of " + of + ", " + sampled,
                missed <= Misses.most(expected));
    }

    /** What docs/guide/passages.md says: the recall where it can be had, and what a single sampled shingle makes of it elsewhere. */
    private static double promise(int sampled, double share) {
        ContainmentEstimate estimate = new ContainmentEstimate(sampled);
        double promised = share == 1 ? 1 : RECALL;
        return Math.min(
                promised,
                estimate.neededFor(share, RECALL) == 1 ? estimate.probability(1, share) : 1);
    }

    private static DirectoryReader index(
            Directory directory, List<Sample> samples, SampledShingles sampled)
            throws IOException {
        try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int id = 0; id < samples.size(); id++) {
                writer.addDocument(
                        SampleIndex.document(id, samples.get(id).fields(FIELD, true, sampled)));
            }
            return writer.getReader();
        }
    }

    private static List<String> planted(String passage) {
        int middle = passage.indexOf(' ', passage.length() / 2);
        String first = middle < 0 ? passage : passage.substring(0, middle);
        String second = middle < 0 ? "" : passage.substring(middle);
        return switch (random().nextInt(6)) {
            case 0 -> List.of(words(100) + " " + passage + " " + words(100));
            case 1 -> List.of(edited(passage, 40) + " " + words(50));
            case 2 -> List.of(words(20) + " " + edited(passage, 10));
            case 3 -> List.of(first + " " + words(50) + second);
            case 4 -> List.of(passage + " " + words(20) + " " + passage);
            default -> List.of(words(60), passage, words(5));
        };
    }

    /** Changes one word in so many, so that a share of the shingles is left. */
    private static String edited(String text, int oneIn) {
        String[] words = text.split(" ");
        for (int i = 0; i < words.length; i++) {
            if (random().nextInt(oneIn) == 0) {
                words[i] = words(1);
            }
        }
        return String.join(" ", words);
    }

    private static String words(int count) {
        String[] words = new String[count];
        Arrays.setAll(words, i -> Long.toString(random().nextLong(), Character.MAX_RADIX));
        return String.join(" ", words);
    }
}
