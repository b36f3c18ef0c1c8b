package org.nearduplicate.elasticsearch.collapse;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.elasticsearch.action.index.IndexRequestBuilder;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.Strings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.ScoreFunctionBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.test.ESIntegTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.lucene.version.HitCount;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * Collapsed searches of random indices give what a plain loop over the same ranking and the same similarities
 * does, however these are cut into shards and segments.
 */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.SUITE, numDataNodes = 2, supportsDedicatedMasters = false)
public class CollapseClusterTests extends ESIntegTestCase {

    private static final String FIELD = "body.near";

    /** At this distance from the minimum signatures misjudge a pair with a probability below 10⁻¹¹. */
    private static final double CLEAR = 0.08;

    private static final int MOST_DOCUMENTS = 3 * (4 * 8 + 1);

    private record Kept(String name, Map<String, Double> nearDuplicates) {}

    private final Map<String, String> texts = new HashMap<>();
    /** Indices have documents of the same identifiers. */
    private int nextId;

    private final int mostChanges = randomFrom(1, 20, 60);

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    public void testRandomIndices() throws Exception {
        int indices = between(1, 3);
        for (int i = 0; i < indices; i++) {
            createAndFill("index-" + i);
        }
        assertThat(assertCollapsed(null, MOST_DOCUMENTS), greaterThan(0L));
        for (int i = 0; i < 2; i++) {
            QueryBuilder filter = QueryBuilders.termQuery("tag", randomFrom("one", "two"));
            assertCollapsed(randomBoolean() ? filter : null, between(1, MOST_DOCUMENTS));
        }
    }

    private void createAndFill(String index) throws InterruptedException {
        nextId = 0;
        assertAcked(
                prepareCreate(index)
                        .setSettings(indexSettings(between(1, 4), 0))
                        .setMapping(
                                """
                                        {"properties": {
                                          "body": {"type": "text", "fields": {
                                            "near": {"type": "minhash", "exact": EXACT}
                                          }},
                                          "rank": {"type": "integer"},
                                          "tag": {"type": "keyword"}
                                        }}"""
                                        .replace("EXACT", Boolean.toString(randomBoolean()))));
        List<IndexRequestBuilder> documents = new ArrayList<>();
        for (int family = between(1, 4); family > 0; family--) {
            String original = Texts.random();
            documents.add(document(index, original));
            documents.add(document(index, original));
            for (int i = between(1, 6); i > 0; i--) {
                documents.add(document(index, randomVersion(original)));
            }
        }
        documents.add(document(index, ""));
        indexRandom(true, false, documents);
        for (IndexRequestBuilder document : randomSubsetOf(2,
                documents.subList(2, documents.size()))) {
            String id = document.request().id();
            client().prepareDelete(index, id).get();
            texts.remove(name(index, id));
        }
        refresh(index);
    }

    /** J to the original is 1, 0.98 or, of some versions in a test, 0.71 or 0.33. */
    private String randomVersion(String original) {
        return Texts.change(original, randomFrom(0, 1, mostChanges));
    }

    private IndexRequestBuilder document(String index, String text) {
        String id = Integer.toString(nextId++);
        texts.put(name(index, id), text);
        return prepareIndex(index)
                .setId(id)
                .setSource(
                        "body", text, "rank", randomInt(20), "tag", randomFrom("one", "two"));
    }

    private static String name(String index, String id) {
        return index + "/" + id;
    }

    /** Returns how many hits were collapsed into those that are shown. */
    private long assertCollapsed(QueryBuilder filter, int window) {
        QueryBuilder query = randomFrom(
                QueryBuilders.matchAllQuery(),
                QueryBuilders.functionScoreQuery(
                        ScoreFunctionBuilders.fieldValueFactorFunction("rank")));
        List<SortBuilder<?>> sort = randomFrom(
                List.of(),
                List.of(SortBuilders.fieldSort("rank").order(randomFrom(SortOrder.values()))),
                List.of(
                        SortBuilders.scoreSort(),
                        SortBuilders.fieldSort("tag").order(SortOrder.DESC)),
                List.of(SortBuilders.scoreSort().order(SortOrder.ASC)));
        Verify verify = randomBoolean() ? null : randomFrom(Verify.values());
        int size = filter == null ? window : between(0, window);
        int from = filter == null ? 0 : between(0, 5);
        int maxNearDuplicates = between(0, 5);
        List<String> ranked = ranking(query, filter, sort, window);
        double minSimilarity = clearMinimum();
        List<Kept> expected = collapse(ranked, minSimilarity, verify);
        String search = String.format(Locale.ROOT, """
                {"from": %d, "size": %d, "retriever": {"near_duplicate_collapse": {
                  "retriever": {"standard": {"query": %s %s}},
                  "field": "body.near", "min_similarity": %s, "rank_window_size": %d,
                  "max_near_duplicates": %d %s %s}}}""",
                from,
                size,
                Strings.toString(query),
                sort.isEmpty() ? ""
                        : ", \"sort\": " + sort.stream().map(Strings::toString).toList(),
                minSimilarity,
                window,
                maxNearDuplicates,
                verify == null ? "" : ", \"verify\": \"" + ChoiceParameter.nameOf(verify) + "\"",
                filter == null ? "" : ", \"filter\": " + Strings.toString(filter));
        List<Kept> page = expected.subList(
                Math.min(from, expected.size()), Math.min(from + size, expected.size()));
        long[] collapsed = {0};
        assertResponse(Collapses.search(internalCluster(), search, "index-*"), response -> {
            assertNoFailures(response);
            SearchHit[] hits = response.getHits().getHits();
            assertThat(search, names(hits), equalTo(page.stream().map(Kept::name).toList()));
            for (int i = 0; i < hits.length; i++) {
                collapsed[0] += assertNearDuplicates(
                        hits[i], page.get(i).nearDuplicates, maxNearDuplicates);
            }
        });
        return collapsed[0];
    }

    private static long assertNearDuplicates(
            SearchHit hit, Map<String, Double> expected, int maxNearDuplicates) {
        SearchHits found =
                hit.getInnerHits() == null ? null : hit.getInnerHits().get("near_duplicates");
        if (expected.isEmpty()) {
            assertNull(found);
            return 0;
        }
        assertThat(HitCount.of(found.getTotalHits()), equalTo((long) expected.size()));
        List<String> first = expected.keySet().stream().limit(maxNearDuplicates).toList();
        assertThat(names(found.getHits()), equalTo(first));
        for (SearchHit near : found.getHits()) {
            assertEquals(
                    expected.get(name(near.getIndex(), near.getId())), near.getScore(), 1e-6);
        }
        return expected.size();
    }

    private static List<String> names(SearchHit[] hits) {
        return Arrays.stream(hits)
                .map(hit -> name(hit.getIndex(), hit.getId()))
                .toList();
    }

    /** The same ranking, asked without the retriever. */
    private static List<String> ranking(
            QueryBuilder query, QueryBuilder filter, List<SortBuilder<?>> sort, int window) {
        List<SortBuilder<?>> all = new ArrayList<>(sort);
        if (all.isEmpty()) {
            all.add(SortBuilders.scoreSort());
        }
        all.add(SortBuilders.fieldSort("_shard_doc"));
        List<String> ranked = new ArrayList<>();
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(
                        filter == null
                                ? query
                                : QueryBuilders.boolQuery().must(query).filter(filter))
                .sort(all)
                .size(window);
        Collapses.inPointInTime(client(), "index-*", pointInTime -> {
            SearchResponse response = client().search(
                    new SearchRequest().source(source.pointInTimeBuilder(pointInTime)))
                    .actionGet();
            try {
                ranked.addAll(names(response.getHits().getHits()));
            } finally {
                response.decRef();
            }
        });
        return ranked;
    }

    private List<Kept> collapse(List<String> ranked, double minSimilarity, Verify verify) {
        List<Kept> all = new ArrayList<>();
        for (String name : ranked) {
            Map<String, Double> similarities =
                    verify == Verify.SIGNATURE ? estimates(name) : jaccards(name);
            Kept joined = null;
            for (Kept kept : all) {
                if (joined == null
                        && similarities.getOrDefault(kept.name, 0.0) >= minSimilarity) {
                    joined = kept;
                }
            }
            if (joined == null) {
                all.add(new Kept(name, new LinkedHashMap<>()));
            } else {
                joined.nearDuplicates.put(name, similarities.get(joined.name));
            }
        }
        return all;
    }

    private Map<String, Double> jaccards(String name) {
        Map<String, Double> similarities = new HashMap<>();
        if (texts.get(name).isEmpty() == false) {
            texts.forEach((other, text) -> {
                if (text.isEmpty() == false) {
                    similarities.put(other, Texts.jaccard(texts.get(name), text));
                }
            });
        }
        return similarities;
    }

    private Map<String, Double> estimates(String name) {
        Map<String, Double> similarities = new HashMap<>();
        assertResponse(
                prepareSearch("index-*")
                        .setQuery(
                                NearDuplicateQueryBuilder.ofEveryDocument(
                                        FIELD, List.of(texts.get(name)), Verify.SIGNATURE))
                        .setSize(1000),
                response -> response.getHits().forEach(
                        hit -> similarities.put(
                                name(hit.getIndex(), hit.getId()), (double) hit.getScore())));
        return similarities;
    }

    /** Returns a minimum from which all similarities keep clear. */
    private double clearMinimum() {
        double[] similarities = texts.keySet().stream()
                .flatMapToDouble(name -> jaccards(name).values().stream()
                        .mapToDouble(Double::doubleValue))
                .distinct()
                .toArray();
        double minimum = randomValueOtherThanMany(
                min -> DoubleStream.of(similarities).anyMatch(j -> Math.abs(j - min) < CLEAR),
                () -> randomDoubleBetween(0.05, 1, true));
        return Math.round(minimum * 1000) / 1000.0;
    }
}
