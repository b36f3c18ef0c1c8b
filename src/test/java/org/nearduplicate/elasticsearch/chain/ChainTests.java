package org.nearduplicate.elasticsearch.chain;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.nullValue;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Warnings;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.lucene.Verify;

/** Chains, and the direct similarity of their ends. */
public class ChainTests extends ChainSingleNodeTestCase {

    private List<String> planted;

    private void plantChain(int shards) {
        planted = plantedTexts();
        createSure(INDEX, shards);
        plant(INDEX, planted);
    }

    public void testPlantedChain() {
        plantChain(between(1, 5));
        ChainResponse response = exact(INDEX, name(0), name(LINKS));
        assertThat(ids(response), equalTo(names(0, LINKS)));
        assertThat(response.chain().similarities(), equalTo(similarities(planted)));
        assertThat(response.chain().similarities().getFirst(), equalTo((float) (109 / 127.0)));
        assertThat(response.directSimilarity(), equalTo(0f));
        assertThat(response.chain().length(), equalTo(LINKS));
        assertTrue(response.chain().complete());
        assertThat(response.chain().visited(), equalTo(LINKS + 1));
        List<String> backwards = new ArrayList<>(names(0, LINKS));
        Collections.reverse(backwards);
        assertThat(ids(exact(INDEX, name(LINKS), name(0))), equalTo(backwards));
        assertNone(
                chain(options(name(0), name(LINKS), Verify.EXACT, LINKS - 1), INDEX).get());
    }

    /**
     * Which texts are linked depends on their estimates, of which one of 200 is below 0.8. The bands lose a pair whose
     * estimate is 0.8 or more with a probability below 10⁻⁸ a run, and the last estimate is that far off in fewer runs.
     */
    public void testChainBySignatures() {
        plantChain(1);
        Map<String, Map<String, Float>> estimates = new TreeMap<>();
        for (int i = 0; i <= LINKS; i++) {
            QueryBuilder every = NearDuplicateQueryBuilder.ofEveryDocument(
                    FIELD, List.of(planted.get(i)), Verify.SIGNATURE);
            estimates.put(name(i), scores(search(every)));
        }
        ChainResponse response =
                chain(options(name(0), name(3), Verify.SIGNATURE, 10), INDEX).get();
        List<String> chain = ids(response);
        boolean isLinked = IntStream.range(0, 3)
                .allMatch(i -> estimates.get(name(i)).get(name(i + 1)) >= 0.8);
        assertTrue(response.chain().found() || isLinked == false);
        for (int i = 1; i < chain.size(); i++) {
            float similarity = response.chain().similarities().get(i - 1);
            assertThat((double) similarity, greaterThanOrEqualTo(0.8));
            assertThat(similarity, equalTo(estimates.get(chain.get(i - 1)).get(chain.get(i))));
        }
        assertThat(response.directSimilarity(), equalTo(estimates.get(name(0)).get(name(3))));
        assertEquals(
                Texts.jaccard(planted.get(0), planted.get(3)), response.directSimilarity(), 0.3);
    }

    /** Elasticsearch's cached clock ticks every 200 ms, and would give that to one call or another. */
    public void testTookIsWithinTheCall() {
        plantChain(1);
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(600)) {
            long start = System.nanoTime();
            ChainResponse response = exact(INDEX, name(0), name(1));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            Map<String, Object> answer = XContentHelper.convertToMap(
                    JsonXContent.jsonXContent, Strings.toString(response), true);
            assertThat((Integer) answer.get("took"), lessThanOrEqualTo((int) millis));
        }
    }

    public void testMinSimilarityOfTheRequest() {
        plantChain(1);
        ChainOptions options =
                new ChainOptions(FIELD, end("a"), end("e"), 0.7, null, Verify.EXACT,
                        PeerOptions.NONE, null, 10);
        assertThat(ids(chain(options, INDEX).get()), equalTo(List.of("a", "c", "e")));
    }

    /**
     * Of sixty versions, of a similarity of .77, one band of six rows leaves some out that it does not with two rows: a version
     * with a probability of .39, so none in 10⁻¹² of the runs.
     */
    public void testRecallOfTheRequest() {
        create(
                INDEX, indexSettings(1, 0).build(),
                """
                        {"properties": {"body": {"type": "text", "fields": {
                          "near": {"type": "minhash", "exact": true, "bands": 1, "rows": 6}
                        }}}}""");
        String text = Texts.random(120);
        index(INDEX, ORIGINAL, "body", text);
        for (int i = 0; i < 60; i++) {
            index(INDEX, "version " + i, "body", Texts.change(text, 5));
        }
        Set<String> found = scores(search(near(text, 0.999))).keySet();
        Set<String> leftOut = new TreeSet<>(found);
        leftOut.removeAll(scores(search(near(text, 0.1))).keySet());
        for (String version : leftOut) {
            assertThat(
                    ids(link(version, 0.999)), equalTo(List.of(ORIGINAL, version)));
            assertNone(link(version, 0.1));
        }
        assertFalse(leftOut.isEmpty());
    }

    private static QueryBuilder near(String text, double recall) {
        return NearDuplicateQueryBuilder.ofTexts(
                FIELD, List.of(text), 0.7, recall, Verify.EXACT);
    }

    private ChainResponse link(String version, double recall) {
        return chain(
                new ChainOptions(
                        FIELD, end(ORIGINAL), end(version), 0.7, recall, Verify.EXACT,
                        PeerOptions.NONE, null, 1),
                INDEX).get();
    }

    public void testNearDuplicatesAreLinkedDirectly() {
        createArticles();
        ChainResponse response = exact(INDEX, ORIGINAL, NEAR);
        float similarity = (float) Texts.jaccard(text(ORIGINAL), text(NEAR));
        assertThat(ids(response), equalTo(List.of(ORIGINAL, NEAR)));
        assertThat(response.chain().similarities(), equalTo(List.of(similarity)));
        assertThat(response.directSimilarity(), equalTo(similarity));
        assertThat(exact(INDEX, ORIGINAL, COPY).directSimilarity(), equalTo(1f));
    }

    public void testDirectSimilarityOfTextsThatAreNotNear() {
        createArticles();
        float related = (float) Texts.jaccard(text(ORIGINAL), text(RELATED));
        ChainResponse response = exact(INDEX, ORIGINAL, RELATED);
        assertNone(response);
        assertThat(response.directSimilarity(), equalTo(related));
        assertThat(exact(INDEX, RELATED, ORIGINAL).directSimilarity(), equalTo(related));
        assertThat(exact(INDEX, ORIGINAL, OTHER).directSimilarity(), equalTo(0f));
        // Six standard deviations: further off in 10⁻⁹ of the runs.
        assertEquals(
                related,
                chain(options(ORIGINAL, RELATED, Verify.SIGNATURE, 10), INDEX).get()
                        .directSimilarity(),
                0.3);
    }

    public void testTextWithoutWordsHasNoSimilarity() {
        createArticles();
        for (ChainResponse response : List.of(
                exact(INDEX, EMPTY, ORIGINAL), exact(INDEX, ORIGINAL, EMPTY))) {
            assertNone(response);
            assertThat(response.directSimilarity(), nullValue());
        }
    }

    public void testTheLowestOfCopiesIsTaken() {
        plantChain(between(1, 3));
        for (int copy = 0; copy < 10; copy++) {
            index(INDEX, "b" + copy, "body", planted.get(1));
            index(INDEX, "B" + copy, "body", planted.get(2));
        }
        ChainResponse response = exact(INDEX, "a", "d");
        assertThat(ids(response), equalTo(List.of("a", "b", "B0", "d")));
        assertThat(response.chain().similarities(), equalTo(similarities(planted.subList(0, 4))));
    }

    public void testMoreNearDuplicatesThanASearchGives() {
        plantChain(1);
        for (int copy = 10; copy < 25; copy++) {
            index(INDEX, "0" + copy, "body", planted.get(0));
            index(INDEX, "1" + copy, "body", planted.get(1));
        }
        assertAcked(
                indicesAdmin().prepareUpdateSettings(INDEX).setSettings(maxResultWindow(10)));
        ChainResponse none = exact(INDEX, name(0), name(LINKS));
        assertFalse(none.chain().found());
        assertFalse(none.chain().complete());
        ChainResponse linked = exact(INDEX, name(0), name(1));
        assertThat(ids(linked), equalTo(names(0, 1)));
        assertTrue(linked.chain().complete());
    }

    public void testWarningsOfTheQueriesAreHandedOn() throws InterruptedException {
        createArticles();
        ChainOptions options =
                new ChainOptions(
                        FIELD, end(ORIGINAL), end(OTHER), 0.2, null, Verify.EXACT, PeerOptions.NONE,
                        null, 10);
        assertThat(Warnings.of(client(), chain(options, INDEX)),
                containsString("[min_similarity] [0.2]: [12] bands of [2] rows"));
    }

    private static List<Float> similarities(List<String> texts) {
        List<Float> similarities = new ArrayList<>();
        for (int i = 1; i < texts.size(); i++) {
            similarities.add((float) Texts.jaccard(texts.get(i - 1), texts.get(i)));
        }
        return similarities;
    }
}
