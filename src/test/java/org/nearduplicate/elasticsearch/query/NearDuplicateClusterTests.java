package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase.scores;
import static org.nearduplicate.elasticsearch.query.Queries.exact;
import static org.nearduplicate.elasticsearch.query.Queries.like;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.index.IndexRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;

/** However an index is cut into shards, copies and segments, a query has one answer. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 2, supportsDedicatedMasters = false)
public class NearDuplicateClusterTests extends ESIntegTestCase {

    private static final int FAMILIES = 6;
    private static final int NEAR_COPIES = 6;

    /** The bands miss a pair of this similarity with a probability below 10⁻⁸. */
    private static final double SURE = 0.94;

    /** The texts by the names of their documents: families of near copies, and their relatives. */
    private Map<String, String> corpus;

    private List<String> originals;

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    @Before
    public void writeCorpus() {
        corpus = new TreeMap<>();
        originals = new ArrayList<>();
        for (int family = 0; family < FAMILIES; family++) {
            String original = Texts.random();
            originals.add(original);
            corpus.put(family + "-original", original);
            corpus.put(family + "-related", Texts.related(original));
            for (int i = 0; i < NEAR_COPIES; i++) {
                corpus.put(family + "-near-" + i, Texts.near(original));
            }
        }
    }

    public void testHoweverAnIndexIsCutItAnswersAsOne() throws InterruptedException {
        createAndFill("one", 1, 0, Settings.EMPTY);
        createAndFill("many", between(2, 5), between(0, 1), Settings.EMPTY);
        createAndFill(
                "sorted",
                between(1, 3),
                0,
                Settings.builder()
                        .put("index.sort.field", "rank")
                        .put("index.sort.order", randomFrom("asc", "desc"))
                        .build());
        assertSameAnswers("one", "many");
        changeAndDeleteSome("one", "many", "sorted");
        assertSameAnswers("one", "many");
        assertSameAnswers("one", "sorted");
        List<String> texts = someTexts();
        String merged = randomFrom("one", "many", "sorted");
        Map<String, Map<String, Float>> before = answers(merged, texts);
        assertNoFailures(indicesAdmin().prepareForceMerge(merged).setMaxNumSegments(1).get());
        refresh(merged);
        assertThat("merged", answers(merged, texts), equalTo(before));
    }

    public void testScoresAreTheJaccardSimilaritiesOfAllThatIsLeft() throws InterruptedException {
        createAndFill("many", between(2, 5), 1, Settings.EMPTY);
        changeAndDeleteSome("many");
        List<String> asked = new ArrayList<>(someTexts());
        asked.addAll(originals);
        for (String text : asked) {
            Map<String, Float> scores = scores(prepareSearch("many").setQuery(exactly(text)));
            corpus.forEach(
                    (document, other) -> {
                        double jaccard = Texts.jaccard(text, other);
                        if (jaccard < 0.8) {
                            assertFalse(document, scores.containsKey(document));
                        } else if (jaccard > SURE || scores.containsKey(document)) {
                            double score = scores.get(document);
                            assertThat(document, score, closeTo(jaccard, 1e-6));
                        }
                    });
            assertTrue("nothing deleted: " + scores, corpus.keySet().containsAll(scores.keySet()));
        }
    }

    public void testStoredDocumentOfAnotherShard() throws InterruptedException {
        createAndFill("many", 5, between(0, 1), Settings.EMPTY);
        for (String document : List.of("0-original", "5-near-1", "4-near-5")) {
            Map<String, Float> expected =
                    scores(prepareSearch("many").setQuery(near(corpus.get(document))));
            expected.remove(document);
            assertThat(
                    scores(prepareSearch("many").setQuery(like("many", document))),
                    equalTo(expected));
        }
    }

    private static QueryBuilder exactly(String text) {
        return near(Queries.FIELD, exact(), text);
    }

    private void createAndFill(String index, int shards, int replicas, Settings settings)
            throws InterruptedException {
        assertAcked(
                prepareCreate(index)
                        .setSettings(indexSettings(shards, replicas).put(settings))
                        .setMapping(NearDuplicateSingleNodeTestCase.MAPPING));
        ensureGreen(Waits.LIMIT, index);
        fill(index);
    }

    private void fill(String index) throws InterruptedException {
        List<IndexRequestBuilder> documents = new ArrayList<>();
        corpus.forEach(
                (id, text) -> documents.add(
                        prepareIndex(index)
                                .setId(id)
                                .setSource("body", text, "rank", randomInt(1000))));
        indexRandom(true, false, documents);
    }

    /** Deletes some documents and gives others a text of another family, in all indices alike. */
    private void changeAndDeleteSome(String... indices) {
        for (String id : randomSubsetOf(10, corpus.keySet())) {
            if (randomBoolean()) {
                corpus.remove(id);
            } else {
                corpus.put(id, Texts.near(randomFrom(originals)));
            }
            for (String index : indices) {
                if (corpus.containsKey(id)) {
                    index(index, id, Map.of("body", corpus.get(id)));
                } else {
                    client().prepareDelete(index, id).get();
                }
            }
        }
        refresh(indices);
    }

    private List<String> someTexts() {
        List<String> texts = new ArrayList<>(randomSubsetOf(8, corpus.values()));
        texts.add(Texts.random());
        return texts;
    }

    private void assertSameAnswers(String first, String second) {
        List<String> texts = someTexts();
        assertThat(answers(second, texts), equalTo(answers(first, texts)));
    }

    private static Map<String, Map<String, Float>> answers(String index, List<String> texts) {
        Map<String, Map<String, Float>> answers = new TreeMap<>();
        for (String text : texts) {
            answers.put(text, scores(prepareSearch(index).setQuery(near(text))));
            answers.put(text + " exactly", scores(prepareSearch(index).setQuery(exactly(text))));
        }
        return answers;
    }
}
