package org.nearduplicate.elasticsearch.collapse;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.InnerHitBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.bucket.terms.Terms;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.collapse.CollapseBuilder;
import org.elasticsearch.search.slice.SliceBuilder;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.lucene.version.HitCount;

/**
 * Whatever else a search has, none of its hits is one that was collapsed, or one from after the window: random
 * searches of copies of a few texts, whose hits, totals and aggregations are those that loops over the documents give.
 */
public class CollapsePartsTests extends NearDuplicateSingleNodeTestCase {

    private static final int SEARCHES = 150;

    /** The rank as a place, so that the first are the nearest to 0. */
    private static final String PLACE =
            """
                    {"properties": {
                      "place": {
                        "type": "dense_vector", "dims": 1, "similarity": "l2_norm",
                        "index_options": {"type": "hnsw"}
                      }
                    }}""";

    /** A copy of a text. */
    private record Copy(String id, int rank, int text, String group) {}

    /** All of them, in the order of their ranks. */
    private final List<Copy> copies = new ArrayList<>();

    public void testRandomSearches() {
        createIndices();
        Collapses.inPointInTime(client(), "copies-*", pointInTime -> {
            for (int i = 0; i < SEARCHES; i++) {
                new RandomSearch(pointInTime).assertHits();
            }
        });
    }

    /**
     * The nearest as a {@code knn} query finds them that takes its {@code k} from the size of each search. Totals and
     * aggregations count the kept hits at least. A search that finds none needs no {@code num_candidates} either.
     */
    public void testNearestWithoutK() {
        createIndices();
        for (int i = 0; i < SEARCHES; i++) {
            int window = between(1, 60);
            List<Copy> found = copies.stream().limit(window).toList();
            List<Copy> kept = firstOfEach(Copy::text, found.stream());
            int from = randomInt(kept.size() - 1);
            int size = between(1, window);
            SearchRequestBuilder search = nearest(window, ", \"num_candidates\": 100", "")
                    .setFrom(from)
                    .setSize(size)
                    .setExplain(sometimes())
                    .addAggregation(AggregationBuilders.terms("groups").field("group"));
            assertResponse(search, response -> {
                assertNoFailures(response);
                assertEquals(
                        search.toString(),
                        ids(kept.stream().skip(from).limit(size)), ids(response.getHits()));
                long total = HitCount.of(response.getHits().getTotalHits());
                assertTrue(
                        search.toString(), kept.size() <= total && total <= copies.size());
                Terms terms = response.getAggregations().get("groups");
                assertEquals(
                        search.toString(), total,
                        terms.getBuckets().stream().mapToLong(Terms.Bucket::getDocCount).sum());
            });
        }
        assertResponse(
                nearest(10, "", ", \"filter\": {\"term\": {\"group\": \"none\"}}"),
                response -> {
                    assertNoFailures(response);
                    assertEquals(0, HitCount.of(response.getHits().getTotalHits()));
                });
    }

    private SearchRequestBuilder nearest(int window, String candidates, String options) {
        String knn = "{\"knn\": {\"field\": \"place\", \"query_vector\": [0]"
                + candidates + "}}";
        String query =
                randomBoolean() ? knn : "{\"bool\": {\"should\": [" + knn + "]}}";
        return Collapses.search(
                client(), getInstanceFromNode(NamedXContentRegistry.class),
                "{\"retriever\": {\"near_duplicate_collapse\": {\"field\": \"body.near\","
                        + " \"rank_window_size\": " + window + options
                        + ", \"retriever\": {\"standard\": {\"query\": " + query + "}}}}}",
                "copies-*");
    }

    private void createIndices() {
        List<String> different = new ArrayList<>();
        for (int i = between(2, 8); i > 0; i--) {
            different.add(Texts.random(20));
        }
        Set<Integer> ranks = new HashSet<>();
        for (int index = between(1, 2); index > 0; index--) {
            String name = "copies-" + index;
            create(
                    name, Settings.builder().put("number_of_shards", between(1, 3)).build(),
                    MAPPING);
            assertAcked(indicesAdmin().preparePutMapping(name).setSource(PLACE, XContentType.JSON));
            BulkRequestBuilder bulk = client().prepareBulk(name).setRefreshPolicy(IMMEDIATE);
            for (int i = between(10, 30); i > 0; i--) {
                int rank = randomValueOtherThanMany(ranks::contains, () -> between(1, 1_000));
                ranks.add(rank);
                Copy copy = new Copy(
                        "copy-" + rank, rank, randomInt(different.size() - 1),
                        randomFrom("one", "two", "three"));
                copies.add(copy);
                bulk.add(
                        client().prepareIndex()
                                .setId(copy.id)
                                .setSource(
                                        "body", different.get(copy.text), "rank", rank, "group",
                                        copy.group, "place", List.of(rank)));
            }
            assertNoFailures(bulk.get());
        }
        copies.sort(Comparator.comparing(Copy::rank));
    }

    /** What one is asked, and what loops find. */
    private final class RandomSearch {

        private final int worst = between(200, 1_000);
        private final int window = between(1, 60);
        /** The last place in the window whose score is high enough. */
        private final int lastPlace = sometimes() ? between(1, window) : window;
        private final boolean isInside = sometimes();
        private final boolean isByGroup = sometimes();
        private final String filter = sometimes() ? randomFrom("one", "two") : null;
        private final int from = between(0, Math.min(3, window - 1));
        private final int size = between(0, window);
        private final SearchRequestBuilder search;
        private final Predicate<Copy> inSlice;

        RandomSearch(PointInTimeBuilder pointInTime) {
            search = Collapses.search(
                    client(), getInstanceFromNode(NamedXContentRegistry.class),
                    "{\"retriever\": " + retriever() + "}");
            search.setPointInTime(pointInTime)
                    .setFrom(from)
                    .setSize(size)
                    .setExplain(sometimes())
                    .setTrackTotalHits(randomBoolean());
            if (filter != null) {
                search.setPostFilter(QueryBuilders.termQuery("group", filter));
            }
            if (isByGroup) {
                search.setCollapse(
                        new CollapseBuilder("group").setInnerHits(
                                new InnerHitBuilder("all").setSize(100)));
            }
            if (randomBoolean()) {
                search.addAggregation(AggregationBuilders.terms("groups").field("group"));
            }
            inSlice = sometimes() ? slice(pointInTime) : copy -> true;
        }

        private String retriever() {
            String collapse = Collapses.retriever(
                    ", \"filter\": {\"range\": {\"rank\": {\"lte\": " + worst + "}}}"
                            + ", \"rank_window_size\": " + window
                            + (lastPlace == window
                                    ? ""
                                    : ", \"min_score\": " + 1 / (lastPlace + 0.5)));
            return isInside
                    ? "{\"rescorer\": {\"retriever\": " + collapse
                            + ", \"rescore\": {\"window_size\": " + window
                            + ", \"query\": {\"rescore_query\": {\"match_all\": {}},"
                            + " \"rescore_query_weight\": 0}}}}"
                    : collapse;
        }

        private Predicate<Copy> slice(PointInTimeBuilder pointInTime) {
            SliceBuilder slice = new SliceBuilder(randomInt(1), 2);
            search.slice(slice);
            Set<String> ids = new HashSet<>();
            assertResponse(
                    client().prepareSearch()
                            .setPointInTime(pointInTime)
                            .slice(slice)
                            .setSize(copies.size()),
                    response -> ids.addAll(ids(response.getHits())));
            return copy -> ids.contains(copy.id);
        }

        void assertHits() {
            List<Copy> found = copies.stream().filter(copy -> copy.rank <= worst).toList();
            List<Copy> kept = firstOfEach(Copy::text, found.stream().limit(window));
            List<Copy> good = kept.stream()
                    .filter(copy -> found.indexOf(copy) < lastPlace)
                    .toList();
            List<Copy> counted = isInside || lastPlace < window ? good : found;
            assertResponse(search, response -> {
                assertNoFailures(response);
                assertPage(response, kept, good);
                assertNearDuplicates(response, found.stream().limit(window).toList());
                assertTotal(response, good, counted);
                assertGroups(response, counted);
            });
        }

        private void assertPage(SearchResponse response, List<Copy> kept, List<Copy> good) {
            List<Copy> shown = good.stream().filter(inSlice).filter(this::passes).toList();
            if (isByGroup) {
                shown = firstOfEach(Copy::group, shown.stream());
            }
            assertEquals(
                    search.toString(),
                    ids(shown.stream().skip(from).limit(size)), ids(response.getHits()));
            if (isByGroup && lastPlace == window) {
                for (SearchHit hit : response.getHits()) {
                    String group = hit.field("group").getValue();
                    assertEquals(
                            search.toString(),
                            ids(
                                    kept.stream()
                                            .filter(this::passes)
                                            .filter(copy -> copy.group.equals(group))),
                            ids(hit.getInnerHits().get("all")));
                }
            }
        }

        /** In 9.0 a retriever does not tell what is in it. */
        private void assertNearDuplicates(SearchResponse response, List<Copy> inWindow) {
            for (SearchHit hit : response.getHits()) {
                Copy first = copies.stream()
                        .filter(copy -> copy.id.equals(hit.getId()))
                        .findFirst()
                        .orElseThrow();
                List<Copy> others = inWindow.stream()
                        .filter(copy -> copy.text == first.text && copy != first)
                        .toList();
                SearchHits named = hit.getInnerHits() == null
                        ? null
                        : hit.getInnerHits().get("near_duplicates");
                if (others.isEmpty()) {
                    assertNull(search.toString(), named);
                } else if (isInside == false) {
                    assertEquals(others.size(), HitCount.of(named.getTotalHits()));
                    assertEquals(search.toString(), ids(others.stream().limit(3)), ids(named));
                }
            }
        }

        /** Elasticsearch's total, but where only the hits that stay can be counted. */
        private void assertTotal(
                SearchResponse response, List<Copy> good, List<Copy> counted) {
            boolean areHits =
                    filter != null || isByGroup || search.request().source().slice() != null;
            if (search.request().source().trackTotalHitsUpTo() > 0) {
                assertEquals(
                        search.toString(),
                        (areHits ? good : counted).stream()
                                .filter(inSlice)
                                .filter(this::passes)
                                .count(),
                        HitCount.of(response.getHits().getTotalHits()));
            }
        }

        private void assertGroups(SearchResponse response, List<Copy> counted) {
            if (response.getAggregations() == null) {
                return;
            }
            Map<String, Long> groups = new HashMap<>();
            Terms terms = response.getAggregations().get("groups");
            terms.getBuckets()
                    .forEach(bucket -> groups.put(bucket.getKeyAsString(), bucket.getDocCount()));
            assertEquals(
                    search.toString(),
                    counted.stream()
                            .filter(inSlice)
                            .collect(Collectors.groupingBy(Copy::group, Collectors.counting())),
                    groups);
        }

        private boolean passes(Copy copy) {
            return filter == null || copy.group.equals(filter);
        }
    }

    /** So seldom that many searches have but one of the parts, or none. */
    private static boolean sometimes() {
        return randomInt(2) == 0;
    }

    private static List<Copy> firstOfEach(
            Function<Copy, Object> key, Stream<Copy> copies) {
        Set<Object> seen = new HashSet<>();
        return copies.filter(copy -> seen.add(key.apply(copy))).toList();
    }

    private static List<String> ids(Stream<Copy> copies) {
        return copies.map(Copy::id).toList();
    }

    private static List<String> ids(SearchHits hits) {
        return Arrays.stream(hits.getHits()).map(SearchHit::getId).toList();
    }
}
