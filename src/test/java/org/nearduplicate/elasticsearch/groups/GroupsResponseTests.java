package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.groups.TestCounts;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Verify;

/** The answer as JSON: every name and place of it. */
public class GroupsResponseTests extends ESTestCase {

    private static final GroupsCounts COUNTS =
            TestCounts.of(
                    1, 2, 17, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 15, 16, 0, 0, 0, 21, 22);
    private static final Document A = new Document("articles", "a", null);
    private static final Document B = new Document("news", "b", "somewhere");
    private static final Map<String, Object> A_JSON = Map.of("_index", "articles", "_id", "a");
    private static final Map<String, Object> B_JSON =
            Map.of("_index", "news", "_id", "b", "_routing", "somewhere");

    public void testNothingFound() {
        Map<String, Object> json = asJson(List.of(), List.of(), null);
        assertThat(json.get("took"), equalTo(123));
        assertThat(json.get("min_similarity"), equalTo(0.75));
        assertThat(json.get("probability_found"), equalTo(0.99));
        assertThat(
                json.get("_shards"), equalTo(Map.of("total", 5, "successful", 5, "failed", 0)));
        assertThat(json.get("groups"), equalTo(List.of()));
        assertThat("not asked for", json, not(hasKey("pairs")));
        assertThat(asJson(List.of(), List.of(), List.of()).get("pairs"), equalTo(List.of()));
    }

    public void testCounts() {
        Map<String, Object> documents = Map.of(
                "total", 1, "without_signature", 2, "of_one_shingle", 17,
                "without_values", 21, "too_short", 22, "with_candidates", 6,
                "distinct_texts", 7,
                "in_groups", 20, "redundant", 6);
        Map<String, Object> buckets = Map.of(
                "total", 4, "largest", 5, "limited", 8, "documents_in_limited", 9,
                "text_pairs_left_out", 10);
        Map<String, Object> pairs =
                Map.of("text_pairs_compared", 11, "candidates", 12, "verified", 13);
        assertThat(
                asJson(List.of(), List.of(), null).get("counts"),
                equalTo(
                        Map.of(
                                "documents", documents, "band_terms", 3, "buckets", buckets,
                                "pairs", pairs, "groups", 14,
                                "parts", Map.of("total", 15, "largest", 16))));
    }

    public void testGroups() {
        Group all = new Group(9, 2, A, List.of(new Member(B, 0.875f)), 0.5f, true);
        Group some = new Group(2, 1, B, List.of(), 1f, false);
        assertThat(
                asJson(List.of(), List.of(all, some), null).get("groups"),
                equalTo(
                        List.of(
                                Map.of(
                                        "size", 9, "texts", 2, "smallest_similarity", 0.5,
                                        "smallest_similarity_of", "all_pairs", "keeper", A_JSON,
                                        "members",
                                        List.of(
                                                Map.of(
                                                        "_index", "news", "_id", "b", "_routing",
                                                        "somewhere", "similarity", 0.875))),
                                Map.of(
                                        "size", 2, "texts", 1, "smallest_similarity", 1.0,
                                        "smallest_similarity_of", "verified_and_keeper_pairs",
                                        "keeper", B_JSON, "members", List.of()))));
    }

    public void testPairs() {
        assertThat(
                asJson(List.of(), List.of(), List.of(new Pair(A, B, 0.875f))).get("pairs"),
                equalTo(List.of(Map.of("a", A_JSON, "b", B_JSON, "similarity", 0.875))));
    }

    public void testShardsThatFailed() {
        Map<String, Object> json = asJson(
                List.of(
                        new DefaultShardOperationFailedException(
                                "articles", 3,
                                new ElasticsearchStatusException(
                                        "busy", RestStatus.TOO_MANY_REQUESTS))),
                List.of(), null);
        Map<?, ?> shards = (Map<?, ?>) json.get("_shards");
        assertThat(shards.get("total"), equalTo(5));
        assertThat(shards.get("successful"), equalTo(4));
        assertThat(shards.get("failed"), equalTo(1));
        Map<?, ?> failure = (Map<?, ?>) ((List<?>) shards.get("failures")).getFirst();
        assertThat(failure.get("shard"), equalTo(3));
        assertThat(failure.get("index"), equalTo("articles"));
        assertThat(failure.get("status"), equalTo("TOO_MANY_REQUESTS"));
        assertThat(((Map<?, ?>) failure.get("reason")).get("reason"), equalTo("busy"));
    }

    /** No more than a group or a pair is written at a time, however many there are. */
    public void testIsWrittenPieceByPiece() throws IOException {
        Group group = new Group(2, 1, A, List.of(new Member(B, 1f)), 1f, true);
        GroupsResponse response = response(
                List.of(), Collections.nCopies(1_000, group),
                Collections.nCopies(1_000, new Pair(A, B, 1f)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XContentBuilder builder = new XContentBuilder(JsonXContent.jsonXContent, out)) {
            int written = 0;
            for (Iterator<? extends ToXContent> pieces =
                    response.chunks().toXContentChunked(ToXContent.EMPTY_PARAMS); pieces
                            .hasNext();) {
                pieces.next().toXContent(builder, ToXContent.EMPTY_PARAMS);
                builder.flush();
                assertThat(out.size() - written, lessThan(1_000));
                written = out.size();
            }
        }
        assertThat(
                out.toString(StandardCharsets.UTF_8), equalTo(Strings.toString(response)));
    }

    private static Map<String, Object> asJson(
            List<DefaultShardOperationFailedException> failures,
            List<Group> groups,
            List<Pair> pairs) {
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent,
                Strings.toString(response(failures, groups, pairs)),
                false);
    }

    private static GroupsResponse response(
            List<DefaultShardOperationFailedException> failures,
            List<Group> groups,
            List<Pair> pairs) {
        return new GroupsResponse(123, 5, failures, 0.75, Verify.SIGNATURE, 0.99, COUNTS,
                groups, ListedFields.NONE, pairs, null);
    }
}
