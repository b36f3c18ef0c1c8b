package org.nearduplicate.elasticsearch.lookup;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.action.admin.indices.alias.Alias;
import org.elasticsearch.action.index.IndexRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.query.Queries;
import org.nearduplicate.lucene.Verify;

/** Many texts that are looked up at once find what a query for each of them finds after a refresh, in random indices. */
public class LookupNodeTests extends ESSingleNodeTestCase {

    private static final String ROUTED = "routed";
    private static final String ROUTING = "here";

    private static final String LIMIT = "index.near_duplicate.max_bucket_size";

    /** What is said of a field: four schemes, and two analyzers. */
    private static final List<String> FIELDS = List.of(
            "",
            ", \"exact\": true",
            ", \"shingle_size\": 2, \"hash_count\": 64, \"bands\": 16, \"rows\": 3, \"similarity\": 0.6",
            ", \"exact\": true, \"bands\": 2, \"rows\": 6, \"similarity\": 0.75",
            ", \"exact\": true, \"analyzer\": \"pieces\", \"signature_bits\": 8");

    private static final List<String> WITHOUT_WORDS = List.of("...");
    private static final int MAX_SHARDS = 4;
    private static final int MANY = 1_000;

    private static final Comparator<Hit> ORDER = Comparator.comparingDouble((Hit hit) -> -hit.score)
            .thenComparing(Hit::index)
            .thenComparing(Hit::id);

    private final List<String> families = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    /** Those of which no bucket is left out: with more documents others would be. */
    private final List<String> unlimited = new ArrayList<>();
    private final Map<String, Verify> verifies = new HashMap<>();
    private final Map<String, Integer> shards = new HashMap<>();
    private boolean hasSources = true;
    private int unseen;

    private record Hit(String index, String id, float score) {

        Hit(Match match) {
            this(match.document().index(), match.document().id(), match.similarity());
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    public void testAsAQueryForEach() throws Exception {
        for (int i = between(2, 4); i > 0; i--) {
            families.add(Texts.random(60));
        }
        for (int i = between(1, 4); i > 0; i--) {
            create("news-" + i);
        }
        if (randomBoolean()) {
            assertAcked(indicesAdmin().prepareCreate("news-old").setMapping("body", "type=text"));
            index("news-old", "of the old one", ROUTING);
        }
        for (int i = 0; i < 5; i++) {
            lookUp();
        }
        // With them goes what is noted of their writes.
        assertAcked(indicesAdmin().prepareDelete(names.toArray(String[]::new)));
        Waits.untilNothingIsCharged(getInstanceFromNode(CircuitBreakerService.class));
    }

    private void create(String index) {
        names.add(index);
        String field = randomFrom(FIELDS);
        boolean hasSource = randomInt(5) > 0;
        boolean isExact = hasSource || field.contains("exact");
        hasSources &= isExact;
        verifies.put(index, isExact ? Verify.EXACT : Verify.SIGNATURE);
        shards.put(index, between(1, MAX_SHARDS));
        Settings.Builder settings = Settings.builder()
                .put("index.number_of_shards", shards.get(index))
                .put("index.refresh_interval", "-1")
                .put("index.analysis.analyzer.pieces.type", "standard")
                .put("index.analysis.analyzer.pieces.max_token_length", 3);
        if (randomInt(3) == 0) {
            settings.put(LIMIT, between(1, 5));
        } else {
            unlimited.add(index);
        }
        assertAcked(
                indicesAdmin().prepareCreate(index)
                        .addAlias(new Alias(ROUTED).routing(ROUTING))
                        .setSettings(settings).setMapping(
                                """
                                        {"_source": {"enabled": SOURCE}, "properties": {
                                          "rank": {"type": "integer"},
                                          "body": {"type": "text", "fields": {"near": {"type": "minhash" MORE}}}
                                        }}"""
                                        .replace("SOURCE", Boolean.toString(hasSource))
                                        .replace("MORE", field)));
        Map<String, String> routings = new HashMap<>();
        for (int i = between(0, 60); i > 0; i--) {
            String id = index + "-" + i;
            routings.put(id, randomFrom(ROUTING, null));
            index(index, id, routings.get(id));
            if (rarely()) {
                indicesAdmin().prepareRefresh(index).get();
            }
        }
        indicesAdmin().prepareRefresh(index).get();
        routings.forEach((id, routing) -> {
            if (rarely()) {
                client().prepareDelete(index, id).setRouting(routing).get();
            }
        });
        indicesAdmin().prepareRefresh(index).get();
    }

    private void index(String index, String id, String routing) {
        IndexRequestBuilder document = client().prepareIndex(index).setId(id).setRouting(routing)
                .setSource("body", randomVersion(), "rank", between(0, 1));
        document.get();
    }

    private void lookUp() {
        String where = randomFrom(
                "news-*", "*", ROUTED, names.getFirst(), names.getFirst() + "," + ROUTED);
        Verify verify = randomFrom(Verify.SIGNATURE, hasSources ? Verify.EXACT : null, null);
        int size = randomBoolean() ? MANY : between(1, 5);
        for (int i = unlimited.isEmpty() ? 0 : between(0, 10); i > 0; i--) {
            index(randomFrom(unlimited), "unseen-" + unseen++, randomFrom(ROUTING, null));
        }
        List<LookupText> texts = IntStream.range(0, between(1, 30))
                .mapToObj(i -> randomText(size))
                .toList();
        LookupResponse response = client()
                .execute(
                        TransportLookupAction.TYPE,
                        Lookups.request(where, FIELD, verify, texts.toArray(LookupText[]::new)))
                .actionGet();
        indicesAdmin().prepareRefresh(names.toArray(String[]::new)).get();
        for (int i = 0; i < texts.size(); i++) {
            assertSame(
                    where + " " + verify + " " + texts.get(i).minSimilarity() + " "
                            + texts.get(i).recall(),
                    size,
                    response.texts().get(i).found().stream().map(Hit::new).toList(),
                    query(where, verify, texts.get(i)));
        }
        Set<String> searched = new TreeSet<>();
        for (SearchedIndex index : response.indices()) {
            String name = index.metadata().getIndex().getName();
            searched.add(name);
            assertThat(
                    where + " " + name, index.shards().size(),
                    equalTo(
                            where.contains(ROUTED) && where.startsWith(name + ",") == false
                                    ? 1
                                    : shards.get(name)));
            assertThat(
                    where + " " + name, index.sketched().verify(),
                    equalTo(verify == null ? verifies.get(name) : verify));
            for (int i = 0; i < texts.size(); i++) {
                assertThat(
                        index.text(i).text() == null,
                        equalTo(texts.get(i).values().equals(WITHOUT_WORDS)));
            }
        }
        assertThat(
                searched,
                equalTo(where.equals(names.getFirst()) ? Set.of(where) : Set.copyOf(names)));
    }

    /** The same documents and scores, in their order. Where only some are asked for there is none that is better. */
    private static void assertSame(String reason, int size, List<Hit> found, List<Hit> expected) {
        assertThat(reason, found, equalTo(found.stream().sorted(ORDER).toList()));
        if (size == MANY) {
            assertThat(reason, found, equalTo(expected));
        } else {
            assertTrue(Set.copyOf(expected).containsAll(found));
            int first = Math.min(size, expected.size());
            assertThat(scores(found.subList(0, first)),
                    equalTo(scores(expected.subList(0, first))));
            int maxShards = MAX_SHARDS * (int) expected.stream().map(Hit::index).distinct().count();
            assertTrue(found.size() <= size * maxShards);
        }
    }

    private static List<Float> scores(List<Hit> hits) {
        return hits.stream().map(Hit::score).toList();
    }

    /** Returns the hits of a query, as a lookup in the same indices names them. */
    private List<Hit> query(String where, Verify verify, LookupText text) {
        List<Hit> hits = new ArrayList<>();
        assertResponse(
                client().prepareSearch(where.split(","))
                        .setSize(MANY)
                        .setQuery(
                                Queries.nearWhereMapped(
                                        text.minSimilarity(), text.recall(), verify,
                                        text.values())),
                response -> {
                    assertNoFailures(response);
                    for (SearchHit hit : response.getHits()) {
                        hits.add(new Hit(hit.getIndex(), hit.getId(), hit.getScore()));
                    }
                });
        hits.sort(ORDER);
        return hits;
    }

    private LookupText randomText(int size) {
        List<String> values = randomFrom(
                WITHOUT_WORDS, List.of(randomVersion()), List.of(randomVersion()),
                List.of(randomVersion(), randomFrom("", Texts.random(5))));
        return new LookupText(
                values, randomFrom(0.3, 0.75, 1.0, null), randomFrom(0.2, 0.5, 0.999, null), 1,
                size, null);
    }

    /** Returns a text of a family, of which up to a third is another one. */
    private String randomVersion() {
        return rarely()
                ? Texts.random(60)
                : Texts.change(randomFrom(families), randomFrom(0, 0, 1, between(0, 8)));
    }
}
