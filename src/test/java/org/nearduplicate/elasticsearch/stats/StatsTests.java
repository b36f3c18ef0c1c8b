package org.nearduplicate.elasticsearch.stats;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.oneOf;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.alias.Alias;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.sketch.sets.ReferenceSet;

/** Statistics of small indices on one node: which indices and fields are reported, and which documents count. */
public class StatsTests extends NearDuplicateSingleNodeTestCase {

    private static final String FIELD = "body.near";

    /** The original and its copy share all bands, and the near copy most of them. */
    public void testFigures() {
        createArticles();
        Map<String, Object> answer = stats(5, List.of("*"));
        assertThat(at(answer, "_shards.total"), equalTo(1));
        assertThat(at(answer, "_shards.failed"), equalTo(0));
        Map<?, ?> field = field(answer, INDEX, FIELD);
        assertThat(field.get("documents"), equalTo(5));
        assertThat(field.get("documents_without_signature"), equalTo(1));
        assertThat(at(field, "band_terms.postings"), equalTo(5 * 12));
        assertThat(at(field, "signatures.size_in_bytes"), equalTo(5 * (12 + 192 * 2 / 8)));
        assertThat(at(field, "shingle_sets.size_in_bytes"), equalTo(5 * ReferenceSet.length(358)));
        assertThat(at(field, "largest_buckets.0._id"), equalTo(ORIGINAL));
        // The related text shares a band with them now and then.
        assertThat(at(field, "largest_buckets.0.documents"), oneOf(3, 4));
        assertThat(at(field, "largest_buckets.0.bands"), equalTo(12));
        assertThat((int) at(field, "largest_buckets.0.band"), lessThan(12));
        assertThat(field.get("documents_error_upper_bound"), equalTo(0));
    }

    public void testWhatTheDocumentsOfABucketShare() {
        String footer = Texts.random(38);
        for (boolean source : new boolean[] {true, false}) {
            String index = source ? "with" : "without";
            create(
                    index, Settings.EMPTY,
                    "{\"_source\": {\"enabled\": " + source + "}, \"properties\":"
                            + " {\"body\": {\"type\": \"minhash\"}}}");
            for (int i = 0; i < 9; i++) {
                client().prepareIndex(index)
                        .setSource(Map.of("body", "mail" + i + " w" + i + "\n" + footer))
                        .get();
            }
            client().admin().indices().prepareRefresh(index).get();
            Map<?, ?> field = field(stats(5, List.of("*"), index), index, "body");
            assertThat((int) at(field, "largest_buckets.0.documents"), greaterThan(1));
            Object passage = ((Map<?, ?>) at(field, "largest_buckets.0")).get("shared_passage");
            assertThat(passage, equalTo(source ? Map.of("text", footer, "cut", false) : null));
        }
    }

    public void testAnAliasShowsWhatItsFilterLeaves() {
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setMapping(MAPPING)
                        .addAlias(
                                new Alias("even")
                                        .filter("{\"term\": {\"group\": \"even\"}}")));
        indexArticles(INDEX);
        Map<?, ?> field = field(stats(5, List.of("*"), "even"), INDEX, FIELD);
        assertThat(field.get("documents"), equalTo(3));
        assertThat(field.get("documents_without_signature"), equalTo(0));
        assertThat(at(field, "largest_buckets.0._id"), equalTo(ORIGINAL));
        assertThat(at(field, "largest_buckets.0.documents"), equalTo(2));
    }

    /** Indices without such a field are left out, and their shards are not read. */
    public void testIndicesAndFields() {
        createArticles();
        create("plain", Settings.EMPTY, "{\"properties\": {\"body\": {\"type\": \"text\"}}}");
        create(
                "two", Settings.builder().put("index.number_of_shards", 2).build(),
                """
                        {"properties": {
                          "a": {"properties": {"near": {"type": "minhash"}}},
                          "b": {"type": "minhash"},
                          "c": {"type": "alias", "path": "b"},
                          "nested": {"type": "nested", "properties": {"near": {"type": "minhash"}}}
                        }}""");
        Map<String, Object> answer = stats(5, List.of("*"));
        assertThat(indices(answer), equalTo(Set.of(INDEX, "two")));
        assertThat(at(answer, "_shards.total"), equalTo(3));
        assertThat(fields(answer, "two"), equalTo(Set.of("a.near", "b")));
        assertThat(fields(stats(5, List.of("*near")), "two"), equalTo(Set.of("a.near")));
        assertThat(fields(stats(5, List.of("b", "c")), "two"), equalTo(Set.of("b", "c")));
        assertThat(indices(stats(5, List.of("b*"), "two")), equalTo(Set.of("two")));
        assertThat(indices(stats(5, List.of("*"), "plain")), equalTo(Set.of()));
        assertThat(indices(stats(5, List.of("x*"))), equalTo(Set.of()));
    }

    /** Requests come in on threads of the network, which are to read no mappings. */
    public void testMappingsAreReadOnAThreadOfThePool() {
        create("plain", Settings.EMPTY, "{}");
        PlainActionFuture<String> thread = new PlainActionFuture<>();
        client().execute(
                TransportStatsAction.TYPE, request(5, List.of("*"), "plain"),
                thread.map(response -> Thread.currentThread().getName()));
        assertThat(thread.actionGet(), containsString("[management]"));
    }

    public void testRefusals() {
        createArticles();
        create("nested", Settings.EMPTY, """
                {"properties": {"n": {"type": "nested", "properties":
                  {"near": {"type": "minhash"}}}}}""");
        Exception failure = expectThrows(Exception.class, () -> stats(5, List.of(FIELD, "n.near")));
        assertThat(failure.toString(), ExceptionsHelper.status(failure),
                equalTo(RestStatus.BAD_REQUEST));
        assertThat(failure.toString(), containsString("no index has such a field [n.near]"));
        assertThat(
                expectThrows(Exception.class, () -> new StatsParameters(0, List.of("*")))
                        .getMessage(),
                containsString("[size]"));
    }

    private Map<String, Object> stats(int size, List<String> fields, String... indices) {
        StatsResponse response = client().execute(
                TransportStatsAction.TYPE, request(size, fields, indices))
                .actionGet(Waits.LIMIT);
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(response), false);
    }

    static LocalRequest<StatsParameters> request(
            int size, List<String> fields, String... indices) {
        StatsParameters parameters = new StatsParameters(size, fields);
        return new LocalRequest<>(
                indices, SearchRequest.DEFAULT_INDICES_OPTIONS, parameters,
                parameters.describe(), null, false, 0);
    }

    static Object at(Object answer, String path) {
        try {
            return ObjectPath.eval(path, answer);
        } catch (RuntimeException e) {
            throw new AssertionError(path + " of " + answer, e);
        }
    }

    static Map<?, ?> field(Map<String, Object> answer, String index, String field) {
        Map<?, ?> fields = (Map<?, ?>) at(answer, "indices." + index + ".fields");
        return (Map<?, ?>) fields.get(field);
    }

    private static Set<?> fields(Map<String, Object> answer, String index) {
        return ((Map<?, ?>) at(answer, "indices." + index + ".fields")).keySet();
    }

    private static Set<?> indices(Map<String, Object> answer) {
        return ((Map<?, ?>) answer.get("indices")).keySet();
    }
}
