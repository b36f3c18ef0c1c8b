package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.nullValue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ObjectPath;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;

/** The answer of a run where there is little to find, and runs while other things happen. */
public class GroupsActionTests extends GroupsNodeTestCase {

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

    public void testRunsAtTheSameTime() {
        create(INDEX, 3, MAPPING);
        index(INDEX, families(5, 4, 3, 2, 1));
        List<ActionFuture<GroupsResponse>> runs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            runs.add(client().execute(TransportGroupsAction.TYPE, request("", INDEX)));
        }
        for (ActionFuture<GroupsResponse> run : runs) {
            assertThat(
                    groups(asJson(run.actionGet(Waits.LIMIT))),
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
