package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.nullValue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.transport.TestTransportChannel;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.xcontent.ObjectPath;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.version.AdminRequests;

/** Groups of small indices of one shard and of several: found, chosen and counted. */
public class GroupsActionTests extends GroupsNodeTestCase {

    private static final String TWO_SHARDS = "two-shards";
    private static final String OTHER_SCHEME =
            "{\"properties\": {\"body\": {\"type\": \"minhash\", \"seed\": 7}}}";

    public void testOneShardAndFive() {
        Map<String, Map<String, Object>> documents = families(1, 5, 1, 3, 2, 1);
        documents.put("empty", Map.of(FIELD, ""));
        Map<String, Object> one = null;
        for (int shards : List.of(1, 5)) {
            String index = "shards-" + shards;
            create(index, shards, MAPPING);
            index(index, documents);
            String verify = "\"verify\": \"" + randomFrom("exact", "signature") + "\"";
            Map<String, Object> answer = run("\"pairs\": true, " + verify, index);
            assertThat(number(answer, "_shards.total"), equalTo(shards));
            assertThat(number(answer, "_shards.failed"), equalTo(0));
            assertThat(
                    groups(answer),
                    equalTo(List.of(family(1, 5), family(3, 3), family(4, 2))));
            assertThat(number(answer, "counts.documents.total"), equalTo(14));
            assertThat(number(answer, "counts.documents.without_signature"), equalTo(1));
            assertThat(number(answer, "counts.documents.in_groups"), equalTo(10));
            assertThat(number(answer, "counts.documents.redundant"), equalTo(7));
            assertThat(number(answer, "counts.groups"), equalTo(3));
            assertThat(list(answer, "pairs").size(), equalTo(10 + 3 + 1));
            assertThat(keepers(answer), equalTo(one == null ? keepers(answer) : keepers(one)));
            one = answer;
        }
    }

    /** Of listed documents, and of no other with the same name. */
    public void testFields() {
        for (String index : List.of("news-1", "news-2")) {
            create(index, 2, MAPPING);
            index(index, families(3, 2, 1));
        }
        Map<String, Object> answer = run(
                "\"size\": 1, \"fields\": [\"ra*\", \"" + FIELD + "\", \"none\"]", "news-*");
        assertThat(list(answer, "groups").size(), equalTo(1));
        List<Object> documents = new ArrayList<>(list(answer, "groups.0.members"));
        documents.add(ObjectPath.eval("groups.0.keeper", answer));
        assertThat(documents.size(), equalTo(3));
        for (Object document : documents) {
            String index = ObjectPath.eval("_index", document);
            Map<String, Object> source = client()
                    .prepareGet(index, ObjectPath.eval("_id", document)).get().getSource();
            assertThat(
                    ObjectPath.eval("fields", document),
                    equalTo(Map.of(
                            "rank", List.of(source.get("rank")),
                            FIELD, List.of(source.get(FIELD)))));
        }
        assertThat(answer.containsKey("fields_left_out"), equalTo(false));
    }

    /** With many indices in a run their names must not be what most bytes are sent for. */
    public void testBytesOfNames() {
        String[] indices = new String[30];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = "small-" + i;
            create(indices[i], 1, MAPPING);
            index(indices[i], families(2, 2));
        }
        AtomicLong names = new AtomicLong();
        AtomicLong answers = new AtomicLong();
        for (String message : List.of(
                "[open]", "[walk]", "[signatures]", "[names]", "[keep_alive]", "[close]")) {
            transport().<TransportRequest>addRequestHandlingBehavior(
                    "indices:data/read/near_duplicate/shard" + message,
                    (handler, request, channel, task) -> {
                        for (String index : ((IndicesRequest) request).indices()) {
                            names.addAndGet(index.length());
                        }
                        handler.messageReceived(
                                request,
                                new TestTransportChannel(ActionListener.wrap(
                                        answer -> {
                                            BytesStreamOutput out = new BytesStreamOutput();
                                            answer.writeTo(out);
                                            answers.addAndGet(out.size());
                                            channel.sendResponse(answer);
                                        },
                                        channel::sendResponse)),
                                task);
                    });
        }
        Map<String, Object> answer = run("", indices);
        assertThat(number(answer, "_shards.total"), equalTo(indices.length));
        assertThat(number(answer, "_shards.failed"), equalTo(0));
        assertThat(answers.get(), greaterThan(100L * indices.length));
        assertThat(names.get(), lessThan(answers.get() / 10));
    }

    /** Two texts of J = 0.33 have 192 equal components of 2 bits with a probability below 10⁻⁵⁰. */
    public void testSimilarityOfTheField() {
        create(INDEX, between(1, 3), MAPPING);
        String text = Texts.random();
        index(
                INDEX,
                Map.of("0", Map.of(FIELD, text), "1", Map.of(FIELD, Texts.related(text))));
        assertThat(ObjectPath.eval("min_similarity", run("", INDEX)), equalTo(0.8));
        Map<String, Object> strict = run("\"min_similarity\": 1", INDEX);
        assertThat(ObjectPath.eval("min_similarity", strict), equalTo(1.0));
        assertThat(ObjectPath.eval("probability_found", strict), equalTo(1.0));
        assertThat(groups(strict), equalTo(List.of()));
        assertThat(
                (double) ObjectPath.eval("probability_found", run("", INDEX)),
                closeTo(0.992, 0.001));
        // A pair of 0.8 has an estimate below it about as often as not.
        assertThat(
                (double) ObjectPath.eval(
                        "probability_found", run("\"verify\": \"signature\"", INDEX)),
                closeTo(0.484, 0.001));
    }

    public void testQueryAndAliasFilter() {
        create(INDEX, between(1, 3), MAPPING);
        index(INDEX, families(6));
        AdminRequests.aliases(indicesAdmin())
                .addAliasAction(
                        AliasActions.add().index(INDEX).alias("even")
                                .filter(QueryBuilders.termQuery("tag", "even")))
                .get();
        TreeSet<String> even = new TreeSet<>(List.of("0-0", "0-2", "0-4"));
        assertThat(groups(run("\"query\": {\"term\": {\"tag\": \"even\"}}", INDEX)),
                equalTo(List.of(even)));
        Map<String, Object> byAlias = run("", "even");
        assertThat(groups(byAlias), equalTo(List.of(even)));
        assertThat(number(byAlias, "counts.documents.total"), equalTo(3));
        assertThat(
                groups(run("\"query\": {\"range\": {\"rank\": {\"gte\": 1}}}", "even")),
                equalTo(List.of(new TreeSet<>(List.of("0-2", "0-4")))));
        assertThat("both names, no filter", number(run("", "even", INDEX),
                "counts.documents.total"), equalTo(6));
    }

    /** Like the texts of a stored document, which is read before the shards are asked. */
    public void testQueryThatIsRewritten() {
        create(INDEX, between(1, 3), MAPPING);
        index(INDEX, families(4, 3));
        Map<String, Object> answer = run(
                "\"query\": {\"near_duplicate\": {\"field\": \"body\", \"include_self\": true,"
                        + " \"like\": {\"_index\": \"articles\", \"_id\": \"1-0\"}}}",
                INDEX);
        assertThat(groups(answer), equalTo(List.of(family(1, 3))));
    }

    public void testKeep() {
        create(INDEX, between(1, 3), MAPPING);
        index(INDEX, families(5));
        String byRank = "\"keep\": {\"by\": \"field\", \"field\": \"rank\"";
        assertThat(keepers(run(byRank + "}", INDEX)), equalTo(List.of("0-0")));
        assertThat(keepers(run(byRank + ", \"order\": \"desc\"}", INDEX)),
                equalTo(List.of("0-4")));
        assertFails(
                RestStatus.BAD_REQUEST,
                "[keep.field] must be a field with doc values that have an order, got [none] of"
                        + " index [articles], which has no mapping",
                "\"keep\": {\"by\": \"field\", \"field\": \"none\"}", INDEX);
    }

    public void testLimitsOfTheAnswer() {
        create(INDEX, between(1, 3), MAPPING);
        index(INDEX, families(4, 3, 2));
        Map<String, Object> answer = run(
                "\"size\": 2, \"max_members\": 1, \"pairs\": true, \"max_pairs\": 3", INDEX);
        assertThat(list(answer, "groups").size(), equalTo(2));
        assertThat(list(answer, "groups.0.members").size(), equalTo(1));
        assertThat(number(answer, "groups.0.size"), equalTo(4));
        assertThat(list(answer, "pairs").size(), equalTo(3));
        assertThat(number(answer, "counts.groups"), equalTo(3));
        assertThat(list(run("\"size\": 0", INDEX), "groups"), equalTo(List.of()));
        assertThat(groups(run("\"min_group_size\": 3", INDEX)).size(), equalTo(2));
    }

    public void testSeveralIndices() {
        create(INDEX, 1, MAPPING);
        create(TWO_SHARDS, 2, MAPPING);
        Map<String, Map<String, Object>> documents = families(4);
        index(INDEX, documents);
        index(TWO_SHARDS, documents);
        Map<String, Object> answer = run("", "art*", TWO_SHARDS);
        assertThat(number(answer, "_shards.total"), equalTo(3));
        assertThat(number(answer, "groups.0.size"), equalTo(8));
        assertThat(ObjectPath.eval("groups.0.members.0.similarity", answer), equalTo(1.0));
    }

    public void testNoIndexAndNoDocument() {
        create(INDEX, 2, MAPPING);
        for (String index : List.of(INDEX, "none-*")) {
            Map<String, Object> answer = run("\"pairs\": true", index);
            assertThat(list(answer, "groups"), equalTo(List.of()));
            assertThat(list(answer, "pairs"), equalTo(List.of()));
            assertThat(number(answer, "counts.documents.total"), equalTo(0));
        }
    }

    /** Where there is no shard nobody says how surely pairs are found, or which. */
    public void testNoIndexHasNoProbability() {
        Map<String, Object> answer = run("", "none-*");
        assertThat(number(answer, "_shards.total"), equalTo(0));
        assertTrue(answer.containsKey("probability_found"));
        assertThat(answer.get("probability_found"), nullValue());
        assertThat(answer.get("min_similarity"), nullValue());
        assertThat(
                run("\"min_similarity\": 0.7", "none-*").get("min_similarity"), equalTo(0.7));
    }

    public void testIndexWithoutTheField() {
        create(INDEX, 2, MAPPING);
        create("plain", 3, "{\"properties\": {\"rank\": {\"type\": \"keyword\"}}}");
        index(INDEX, families(3, 1));
        index("plain", Map.of("1", Map.of("rank", "a")));
        assertFails(
                RestStatus.BAD_REQUEST,
                "[field] must be a field of type [minhash], got [body] without a mapping",
                "", INDEX, "plain");
        String ignoring = "\"ignore_unmapped\": true, \"keep\": {\"by\": \"field\", \"field\":"
                + " \"rank\"}";
        Map<String, Object> answer = run(ignoring, INDEX, "plain");
        Map<String, Object> alone = run(ignoring, INDEX);
        for (String part : List.of("groups", "counts", "min_similarity", "probability_found")) {
            assertThat(part, answer.get(part), equalTo(alone.get(part)));
        }
        assertThat(groups(answer), equalTo(List.of(family(0, 3))));
        assertThat(number(answer, "_shards.total"), equalTo(5));
        assertThat(number(answer, "_shards.successful"), equalTo(5));
    }

    /** There is nothing to say of pairs that could not be, neither in the answer nor in a destination. */
    public void testNoIndexWithTheField() {
        create("plain", 2, "{\"properties\": {}}");
        index("plain", Map.of("1", Map.of()));
        String ignoring = "\"ignore_unmapped\": true, \"verify\": \"signature\"";
        Map<String, Object> answer = run(ignoring, "plain");
        assertThat(number(answer, "_shards.total"), equalTo(2));
        assertThat(groups(answer), equalTo(List.of()));
        assertThat(answer.get("probability_found"), nullValue());
        assertThat(answer.get("min_similarity"), nullValue());
        assertThat(answer.get("verify"), equalTo("signature"));
        assertThat(number(answer, "counts.documents.total"), equalTo(0));
        assertFails(
                RestStatus.NOT_FOUND, "no index has [field] [body] whose groups [dest] could get",
                ignoring + ", \"dest\": {\"index\": \"found\"}", "plain");
    }

    public void testShardsThatCannotBeCompared() {
        create(INDEX, 1, MAPPING);
        create("other-scheme", 1, OTHER_SCHEME);
        create("other-similarity", 1,
                "{\"properties\": {\"body\": {\"type\": \"minhash\", \"bands\": 16, \"rows\": 6,"
                        + " \"similarity\": 0.7}, \"rank\": {\"type\": \"keyword\"}}}");
        assertFails(
                RestStatus.BAD_REQUEST,
                "[field] must have the same [seed] in all indices, got [0] in [articles] and [7] in"
                        + " [other-scheme]",
                "", INDEX, "other-scheme");
        assertFails(
                RestStatus.BAD_REQUEST,
                "[min_similarity] must be given if [similarity] of the field differs, got [0.8] in"
                        + " [articles] and [0.7] in [other-similarity]",
                "", INDEX, "other-similarity");
        assertThat(
                groups(run("\"min_similarity\": 0.8", INDEX, "other-similarity")),
                equalTo(List.of()));
        assertFails(
                RestStatus.BAD_REQUEST,
                "[keep.field] must have values of one kind in all indices, got [integer] in"
                        + " [articles] and [keyword] in [other-similarity]",
                "\"min_similarity\": 0.8, \"keep\": {\"by\": \"field\", \"field\": \"rank\"}",
                INDEX, "other-similarity");
    }

    public void testRunsAtTheSameTime() {
        create(INDEX, 3, MAPPING);
        index(INDEX, families(5, 4, 3, 2, 1));
        List<ActionFuture<GroupsResponse>> runs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            runs.add(client().execute(TransportGroupsAction.TYPE, request("", INDEX)));
        }
        for (ActionFuture<GroupsResponse> run : runs) {
            assertThat(
                    groups(asJson(run.actionGet(TEST_REQUEST_TIMEOUT))),
                    equalTo(List.of(family(0, 5), family(1, 4), family(2, 3), family(3, 2))));
        }
    }

    /** Each shard is seen as it was at one time, so that nothing is counted twice or in part. */
    public void testWhileDocumentsChange() {
        create(INDEX, 3, MAPPING);
        index(INDEX, families(4, 4, 4));
        String text = Texts.random();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 40; i++) {
                indexUnseen(INDEX, "new-" + i, FIELD, text, "rank", i);
                client().prepareDelete(INDEX, i % 3 + "-" + i % 4).get();
                refresh(INDEX);
            }
        });
        writer.start();
        do {
            Map<String, Object> answer = run("\"pairs\": true", INDEX);
            int grouped = 0;
            for (TreeSet<String> group : groups(answer)) {
                grouped += group.size();
            }
            assertThat(number(answer, "counts.documents.in_groups"), equalTo(grouped));
            assertThat(number(answer, "counts.pairs.verified"), equalTo(
                    list(answer, "pairs").size()));
            assertThat(
                    number(answer, "counts.documents.total"),
                    allOf(greaterThanOrEqualTo(grouped), lessThanOrEqualTo(12 + 40)));
        } while (writer.isAlive());
        assertThat(number(run("", INDEX), "groups.0.size"), equalTo(40));
    }

    private static TreeSet<String> family(int family, int size) {
        TreeSet<String> ids = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            ids.add(family + "-" + i);
        }
        return ids;
    }
}
