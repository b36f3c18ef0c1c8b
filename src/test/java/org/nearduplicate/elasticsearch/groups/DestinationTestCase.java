package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.groups.TestCounts;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.job.JobMonitor;

/** Tests on a node that has a destination {@value #DEST}. */
public abstract class DestinationTestCase extends ESSingleNodeTestCase {

    static final String DEST = "duplicates";
    static final Map<String, Object> META =
            Map.of("request", Map.of("field", "body", "min_similarity", 0.5), "task", "n:1");
    static final GroupsCounts COUNTS =
            TestCounts.of(1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);

    static Destination open(Client client) {
        return open(client, DEST);
    }

    static Destination open(Client client, String dest) {
        return Destination.open(
                client, dest, List.of("articles"), META, JobMonitor.NONE, written -> {});
    }

    Destination open() {
        return open(client());
    }

    /** Runs a whole run with some groups of three documents each, and returns its index. */
    String run(int groups) {
        Destination destination = open();
        writeGroups(destination, groups(groups, 3));
        destination.complete(COUNTS);
        return destination.index().index();
    }

    /** Writes whole groups, in the parts in which a run hands them on. */
    static void writeGroups(Destination destination, List<Group> groups) {
        for (Group group : groups) {
            List<Group> parts = parts(group);
            for (int part = 1; part <= parts.size(); part++) {
                destination.writePart(part, parts.get(part - 1));
            }
        }
    }

    static List<Group> parts(Group group) {
        List<Group> parts = new ArrayList<>();
        int from = 0;
        do {
            int to = Math.min(from + RunIndex.MAX_MEMBERS, group.members().size());
            parts.add(
                    new Group(
                            group.size(), group.signatures(), group.keeper(),
                            group.members().subList(from, to), group.smallestSimilarity(),
                            group.ofAllPairs()));
            from = to;
        } while (from < group.members().size());
        return parts;
    }

    static List<Group> groups(int count, int size) {
        return groups("g", count, size);
    }

    static List<Group> groups(String name, int count, int size) {
        return IntStream.range(0, count).mapToObj(i -> group(name + i, size)).toList();
    }

    /** Returns the id of the first document of a group. */
    static String id(String group) {
        return "group-" + RunIndex.identifier(group(group, 2).keeper()) + "-1";
    }

    /** Returns a group of documents with ids that begin with the name. */
    static Group group(String name, int size) {
        List<Member> members = new ArrayList<>();
        for (int i = 1; i < size; i++) {
            members.add(
                    new Member(new Document("articles", name + "-" + i, null), 1f / (i + 1)));
        }
        return new Group(
                size, 2, new Document("articles", name + "-keeper", "here"), members, 0.25f, true);
    }

    static Pair pair(String a, String b) {
        return new Pair(
                new Document("articles", a, null), new Document("articles", b, null), 0.75f);
    }

    /** Returns the indices of all runs, hidden ones included. */
    TreeSet<String> indices() {
        return new TreeSet<>(
                List.of(
                        AdminRequests.indices(indicesAdmin(), DEST + "*").indices()));
    }

    /** Checks that the alias leads to an index, and that no run left another one. */
    void assertOnly(String index) {
        assertThat(current(), equalTo(index));
        assertThat(indices(), equalTo(new TreeSet<>(List.of(index))));
    }

    /** Returns the index to which the alias leads. */
    String current() {
        return mappings().keySet().iterator().next();
    }

    /** Returns what the mapping of the index tells to which the alias leads. */
    Map<?, ?> meta() {
        Map<?, ?> meta = (Map<?, ?>) mappings().get(current()).get("_meta");
        return (Map<?, ?>) meta.get("near_duplicate_groups");
    }

    private Map<String, Map<String, Object>> mappings() {
        Map<String, Map<String, Object>> mappings = new TreeMap<>();
        AdminRequests.indices(indicesAdmin(), DEST).mappings()
                .forEach((index, mapping) -> mappings.put(index, mapping.sourceAsMap()));
        return mappings;
    }

    Map<String, Object> document(String id) {
        return client().prepareGet(DEST, id).get().getSourceAsMap();
    }

    /** Returns the ids that a search of the destination gives, without a refresh. */
    TreeSet<String> visible(QueryBuilder query) {
        TreeSet<String> ids = new TreeSet<>();
        assertResponse(
                client().prepareSearch(DEST).setQuery(query).setSize(10_000),
                response -> {
                    for (SearchHit hit : response.getHits()) {
                        ids.add(hit.getId());
                    }
                });
        return ids;
    }

    /** Returns all that a search of the destination gives. */
    TreeSet<String> visible() {
        return visible(QueryBuilders.matchAllQuery());
    }

    static void assertFails(RestStatus status, String reason, Runnable action) {
        RuntimeException failure = expectThrows(RuntimeException.class, action::run);
        assertThat(failure.getMessage(), containsString(reason));
        assertThat(ExceptionsHelper.status(failure), equalTo(status));
    }
}
