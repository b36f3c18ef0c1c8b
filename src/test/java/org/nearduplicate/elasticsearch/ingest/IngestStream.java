package org.nearduplicate.elasticsearch.ingest;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomInt;
import static org.elasticsearch.test.ESTestCase.rarely;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.in;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.alias.Alias;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.routing.IndexRouting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.search.SearchHit;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.version.Projects;

/**
 * Random bulk requests of one client, and a model that puts one item after the other into a map: what becomes of each item, and
 * what the indices hold in the end, are the same. Texts are copies, or changed in one word, or have nothing in common, so no pair is
 * missed by sixteen bands but with a probability of 10⁻¹² (see {@link Texts#near}), however few of their rows count.
 */
final class IngestStream {

    private static final String ALIAS = "all";
    private static final int NO_FAMILY = -1;
    private static final int MAX_MATCHES = 100;

    /** A document in its shard: with another routing there may be another one of its name. */
    private record Key(String index, int shard, String id) {}

    /** What an index has. */
    private static final class Live {

        private Key key;
        private int family = NO_FAMILY;
        private String text;

        /** What its tag names, or null if it has none; and what that may name beside. */
        private Set<Live> near;
        private Set<Live> perhaps;

        private Live(Key key) {
            this.key = key;
        }
    }

    /** A pipeline, and where it looks. */
    private record Way(String pipeline, OnMatch onMatch, Set<String> indices) {}

    /** How an item ends. */
    private enum End {
        DONE, NOOP, CONFLICT, BAD, MISSING, AGAIN
    }

    private final List<? extends Client> clients;
    private final List<Way> ways = new ArrayList<>();
    private final List<String> families = new ArrayList<>();
    private final Map<String, IngestMode> modes = new HashMap<>();
    private final Map<String, IndexRouting> routings = new HashMap<>();

    /** What the indices have. */
    private final Map<Key, Live> stored = new HashMap<>();
    private final List<String> log = new ArrayList<>();
    private int nextId;

    /** In milliseconds. Elasticsearch takes a number of four digits for a year. */
    private int nextTime = 10_000;
    private int nextClient;
    private int refused;

    /** Of the request that is made now: its items, how each may end, and what is done when that is known. */
    private BulkRequest bulk;
    private List<Set<End>> ends;
    private List<Consumer<String>> named;

    /** The documents of this request that are compared with, though they are not written. */
    private Map<Key, Live> lost;

    /** Those that it wrote or that are in {@link #lost}. */
    private Set<Key> admitted;

    /** Those that an update of this request makes something of that nobody knows. */
    private Set<Key> unknown;

    IngestStream(List<? extends Client> clients) {
        this.clients = clients;
    }

    private Client client() {
        return clients.get(nextClient++ % clients.size());
    }

    /** Creates the indices and the pipelines. */
    void create(Settings settings) {
        for (String index : List.of("news", "other")) {
            IngestMode mode = IngestMode.random();
            modes.put(index, mode);
            log.add(index + " " + mode);
            client().admin().indices().prepareCreate(index)
                    .addAlias(new Alias(ALIAS).writeIndex(index.equals("news")))
                    .setSettings(
                            Settings.builder()
                                    .put("index.refresh_interval", randomFrom("-1", "1s", "10ms"))
                                    .put(settings)
                                    .put(mode.indexSettings()))
                    .setMapping(
                            """
                                    {"properties": {
                                      "@timestamp": {"type": "date"},
                                      "host": {"type": "keyword", "time_series_dimension": true},
                                      "twin": {"type": "alias", "path": "body.near"},
                                      "near_duplicate": {"properties": {
                                        "of": {KEEP"properties": {
                                          "_index": {"type": "keyword"}, "_id": {"type": "keyword"},
                                          "similarity": {"type": "float"}
                                        }}
                                      }},
                                      "body": {"type": "BODY", "fields": {
                                        "near": {"type": "minhash", "exact": EXACT, "bands": 16}
                                      }},
                                      "rank": {"type": "integer", "ignore_malformed": false}
                                    }}"""
                                    .replace("BODY", mode.body())
                                    .replace("KEEP", mode.keep())
                                    .replace("EXACT", Boolean.toString(randomBoolean())))
                    .get();
        }
        way("tag", "news", OnMatch.TAG, Set.of("news"));
        way("tag-both", "news,other", OnMatch.TAG, Set.of("news", "other"));
        way("drop", "n*", OnMatch.DROP, Set.of("news"));
        way("drop-all", ALIAS, OnMatch.DROP, Set.of("news", "other"));
        way("fail", "<other>", OnMatch.FAIL, Set.of("other"));
        // As if there were no processor.
        ways.add(new Way("_none", OnMatch.TAG, Set.of()));
    }

    private void way(String name, String target, OnMatch onMatch, Set<String> indices) {
        ways.add(new Way(name, onMatch, indices));
        AdminRequests.putPipeline(
                client(), name,
                """
                        {"processors": [{"near_duplicate": {
                          "field": "body", "index": "TARGET", "near_field": "FIELD", "action": "ACTION"
                          MORE
                        }}]}"""
                        .replace("TARGET", target)
                        .replace("FIELD", randomFrom("body.near", "twin"))
                        .replace("ACTION", onMatch.name().toLowerCase(Locale.ROOT))
                        .replace(
                                "MORE",
                                (onMatch == OnMatch.TAG ? ", \"max_matches\": " + MAX_MATCHES : "")
                                        + randomFrom("", ", \"verify\": \"signature\"")
                                        + randomFrom(
                                                "", ", \"min_similarity\": 0.6",
                                                ", \"recall\": 0.9999")));
    }

    /** Sends so many requests. Returns how many documents were refused. */
    int send(int requests) {
        routings.clear();
        for (String index : List.of("news", "other")) {
            ClusterState state = client().admin().cluster().prepareState(TimeValue.MAX_VALUE).get()
                    .getState();
            routings.put(index, IndexRouting.fromIndexMetadata(Projects.of(state).index(index)));
        }
        for (int i = 0; i < requests; i++) {
            request(between(1, rarely() ? randomFrom(100, 300, 1000) : 20));
            if (rarely()) {
                client().admin().indices().prepareRefresh().get();
            }
        }
        assertStored();
        return refused;
    }

    private void request(int size) {
        bulk = new BulkRequest()
                .setRefreshPolicy(
                        rarely() ? RefreshPolicy.IMMEDIATE : RefreshPolicy.NONE);
        ends = new ArrayList<>();
        named = new ArrayList<>();
        lost = new HashMap<>();
        admitted = new HashSet<>();
        unknown = new HashSet<>();
        log.add("request");
        for (int i = 0; i < size; i++) {
            item();
        }
        BulkResponse response = client().bulk(bulk).actionGet();
        for (int i = 0; i < size; i++) {
            BulkItemResponse item = response.getItems()[i];
            assertThat(
                    log + " item " + i + " of " + size + " " + item.getFailureMessage(), end(item),
                    in(ends.get(i)));
            named.get(i).accept(item.getId());
        }
    }

    private static End end(BulkItemResponse item) {
        if (item.isFailed()) {
            return switch (item.status()) {
                case CONFLICT -> End.CONFLICT;
                case BAD_REQUEST -> End.BAD;
                case NOT_FOUND -> End.MISSING;
                case SERVICE_UNAVAILABLE -> End.AGAIN;
                default -> throw new AssertionError(item.getFailureMessage());
            };
        }
        return switch (item.getResponse().getResult()) {
            case NOOP -> End.NOOP;
            case NOT_FOUND -> End.MISSING;
            default -> End.DONE;
        };
    }

    private void item() {
        Way way = randomFrom(ways);
        String to = randomFrom("news", "news", "other", ALIAS);
        if (modes.get(to.equals(ALIAS) ? "news" : to).givesIds()) {
            itemWithoutId(way, to);
            return;
        }
        String routing = randomFrom("a", "b", null, null);
        String id = randomInt(3) > 0 || nextId == 0
                ? Integer.toString(nextId++)
                : Integer.toString(between(0, nextId - 1));
        Key key = key(to, id, routing);
        int most = modes.get(key.index).updates() ? 19 : 14;
        switch (between(0, most)) {
            case 0, 1 -> delete(to, routing, key);
            case 2, 3, 4 -> create(way, to, routing, key);
            case 5, 6 -> index(way, to, routing, new Key(key.index, -1, null), false);
            case 7 -> index(
                    way, to, routing, key(to, Integer.toString(nextId++), routing), true);
            case 15 -> update(to, routing, key);
            case 16, 17 -> upsert(way, to, routing, key);
            default -> index(way, to, routing, key, false);
        }
    }

    private void itemWithoutId(Way way, String to) {
        String index = to.equals(ALIAS) ? "news" : to;
        List<Key> there = stored.keySet().stream()
                .filter(key -> key.index.equals(index) && key.shard >= 0)
                .toList();
        switch (between(0, 9)) {
            case 0 -> index(way, to, null, new Key(index, -1, null), true);
            case 1, 2 -> {
                if (there.isEmpty() == false) {
                    delete(to, null, randomFrom(there));
                    return;
                }
                index(way, to, null, new Key(index, -1, null), false);
            }
            default -> index(way, to, null, new Key(index, -1, null), false);
        }
    }

    private Key key(String to, String id, String routing) {
        String index = to.equals(ALIAS) ? "news" : to;
        return new Key(index, routings.get(index).getShard(id, routing), id);
    }

    private void add(DocWriteRequest<?> item, Set<End> allowed) {
        add(item, allowed, id -> {});
    }

    private void add(DocWriteRequest<?> item, Set<End> allowed, Consumer<String> name) {
        log.add(item.opType() + " " + item.index() + "/" + item.id() + "/" + item.routing() + " "
                + (item instanceof IndexRequest index ? index.getPipeline() : "") + allowed);
        bulk.add(item);
        ends.add(allowed);
        named.add(name);
    }

    private void delete(String to, String routing, Key key) {
        boolean isThere = stored.remove(key) != null;
        changed(key);
        add(new DeleteRequest(to, key.id).routing(routing),
                Set.of(isThere ? End.DONE : End.MISSING));
    }

    private void changed(Key key) {
        lost.remove(key);
        admitted.remove(key);
    }

    private void update(String to, String routing, Key key) {
        Live live = stored.get(key);
        String text = Texts.random();
        if (live != null) {
            live.family = NO_FAMILY;
            live.text = text;
        }
        changed(key);
        unknown.add(key);
        add(
                new UpdateRequest(to, key.id).routing(routing).doc(Map.of("body", text)),
                Set.of(live == null ? End.MISSING : End.DONE));
    }

    private void create(Way way, String to, String routing, Key key) {
        Live document = random(key);
        IndexRequest item =
                request(way, to, routing, document).opType(DocWriteRequest.OpType.CREATE);
        if (isRefused(way, document, item)) {
            return;
        }
        if (stored.containsKey(key)) {
            // Whether it will be written is not known, but for one that the request knows already.
            if (way.indices.contains(key.index) && admitted.add(key)) {
                lost.put(key, document);
            }
            add(item, Set.of(End.CONFLICT));
        } else if (lost.containsKey(key)) {
            stored.put(key, document);
            unknown.add(key);
            add(item, Set.of(End.DONE));
        } else {
            write(way, document);
            add(item, Set.of(End.DONE));
        }
    }

    private void index(Way way, String to, String routing, Key key, boolean isBad) {
        Live document = random(key);
        IndexRequest item = request(way, to, routing, document);
        if (isBad) {
            item.source(
                    "@timestamp", nextTime++, "host", "a", "body", document.text, "rank", "none");
        }
        if (isRefused(way, document, item)) {
            return;
        }
        if (isBad) {
            if (document.key.id != null && admit(way, document)) {
                lost.put(key, document);
            }
            add(item, Set.of(End.BAD));
        } else if (key.id == null) {
            document.key = new Key(key.index, -1, "no name yet " + nextId++);
            write(way, document);
            add(item, Set.of(End.DONE), id -> {
                stored.remove(document.key);
                document.key = key(to, id, routing);
                stored.put(document.key, document);
            });
        } else {
            write(way, document);
            add(item, Set.of(End.DONE));
        }
    }

    private void upsert(Way way, String to, String routing, Key key) {
        Live document = random(key);
        UpdateRequest item = new UpdateRequest(to, key.id).routing(routing).docAsUpsert(true)
                .doc(new IndexRequest().setPipeline(way.pipeline)
                        .source("@timestamp", nextTime++, "host", "a", "body", document.text));
        if (isRefused(way, document, item)) {
            return;
        }
        if (way.indices.isEmpty()) {
            // It keeps the tag of the document that it replaces in part.
            document.near = null;
        }
        write(way, document);
        add(item, Set.of(End.DONE, End.NOOP));
    }

    private void write(Way way, Live document) {
        lost.remove(document.key);
        unknown.remove(document.key);
        admitted.remove(document.key);
        admit(way, document);
        stored.put(document.key, document);
    }

    /** Of a document that is not looked up where it goes, or is called by the index, the request does not know its text there. */
    private boolean admit(Way way, Live document) {
        if (way.indices.contains(document.key.index)
                && modes.get(document.key.index).givesIds() == false) {
            return admitted.add(document.key);
        }
        unknown.add(document.key);
        return false;
    }

    private Live random(Key key) {
        if (families.isEmpty() || randomInt(2) == 0) {
            families.add(Texts.random());
        }
        Live document = new Live(key);
        document.family = randomInt(families.size() - 1);
        String original = families.get(document.family);
        document.text = randomBoolean() ? original : Texts.near(original);
        return document;
    }

    private IndexRequest request(Way way, String to, String routing, Live document) {
        return new IndexRequest(to).id(document.key.id).routing(routing).setPipeline(way.pipeline)
                .source("@timestamp", nextTime++, "host", "a", "body", document.text, "rank", 1);
    }

    /** Looks for what a document is a near duplicate of, and adds its item if that keeps it out. */
    private boolean isRefused(Way way, Live document, DocWriteRequest<?> item) {
        Set<Live> near = near(way, document, stored);
        near.removeIf(other -> unknown.contains(other.key));
        Set<Live> perhaps = near(way, document, lost);
        if (way.onMatch == OnMatch.TAG) {
            document.near = near;
            document.perhaps = perhaps;
            return false;
        }
        if (near.isEmpty() && perhaps.isEmpty()) {
            return false;
        }
        refused++;
        Set<End> allowed = new LinkedHashSet<>();
        if (near.isEmpty() == false) {
            allowed.add(way.onMatch == OnMatch.DROP ? End.NOOP : End.CONFLICT);
        }
        if (perhaps.isEmpty() == false) {
            allowed.add(End.AGAIN);
        }
        add(item, allowed);
        return true;
    }

    private static Set<Live> near(Way way, Live document, Map<Key, Live> others) {
        // Texts of two families have no shingle in common.
        return others.values().stream()
                .filter(other -> other.family == document.family)
                .filter(other -> way.indices.contains(other.key.index))
                .filter(other -> other.key.equals(document.key) == false)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private void assertStored() {
        client().admin().indices().prepareRefresh().get();
        Map<String, String> expected = new HashMap<>();
        stored.values().forEach(live -> expected.put(live.key.toString(), live.text));
        Map<String, String> found = new HashMap<>();
        assertResponse(client().prepareSearch("news", "other").setSize(10_000), response -> {
            assertNoFailures(response);
            for (SearchHit hit : response.getHits()) {
                String routing =
                        hit.field("_routing") == null ? null : hit.field("_routing").getValue();
                Key key = key(hit.getIndex(), hit.getId(), routing);
                Map<String, Object> source = hit.getSourceAsMap();
                found.put(key.toString(), (String) source.get("body"));
                assertTag(stored.get(key), source);
            }
        });
        assertThat(found, equalTo(expected));
    }

    private void assertTag(Live live, Map<String, Object> source) {
        if (live == null || live.near == null) {
            return;
        }
        List<Object> indices =
                XContentMapValues.extractRawValues("near_duplicate.of._index", source);
        List<Object> ids = XContentMapValues.extractRawValues("near_duplicate.of._id", source);
        // A columnar index puts the values of objects together, and knows no more which belong to which.
        boolean areWhole = modes.get(live.key.index).isColumnar() == false;
        Set<String> names = IntStream.range(0, ids.size())
                .mapToObj(i -> (areWhole ? indices.get(i) + "/" : "") + ids.get(i))
                .collect(Collectors.toSet());
        Set<String> expected = names(live.near, areWhole);
        Set<String> allowed = names(live.perhaps, areWhole);
        allowed.addAll(expected);
        assertTrue(log + " " + live.key + " " + names + expected, allowed.containsAll(names));
        if (live.near.size() + live.perhaps.size() < MAX_MATCHES) {
            expected.forEach(name -> assertThat(log + " " + live.key, names, hasItem(name)));
        }
    }

    private static Set<String> names(Set<Live> documents, boolean areWhole) {
        return documents.stream()
                .map(document -> (areWhole ? document.key.index + "/" : "") + document.key.id)
                .collect(Collectors.toCollection(HashSet::new));
    }
}
