package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.ObjectPath;
import org.nearduplicate.elasticsearch.Texts;

/** Incremental runs into a destination: what is in it is what a full run finds, and a full run says why it is one. */
public class GroupsIncrementTests extends GroupsNodeTestCase {

    private static final String DEST = "news-groups";
    private static final String INCREMENTAL =
            "\"incremental\": true, \"dest\": {\"index\": \"" + DEST + "\"}";
    private static final String ALL = "\"size\": 1000, \"max_members\": 10000";

    private final List<String> ids = new ArrayList<>();
    private final Map<String, String> texts = new HashMap<>();
    private int next;

    /** The changes of a round are far fewer than a quarter of the documents. */
    public void testChanges() {
        create(INDEX, between(1, 3), MAPPING);
        fill(60);
        String options = randomFrom(
                "", ", \"method\": \"components\"", ", \"verify\": \"signature\"",
                ", \"keep\": {\"by\": \"field\", \"field\": \"rank\"}", ", \"min_group_size\": 3",
                ", \"query\": {\"term\": {\"tag\": \"even\"}}");
        assertNotPerformed("no run was completed before", run(INCREMENTAL + options, INDEX));
        assertSame(options);
        for (int round = 0; round < 8; round++) {
            change();
            Map<String, Object> answer = run(INCREMENTAL + options, INDEX);
            assertThat(
                    answer.toString(), ObjectPath.eval("incremental.performed", answer),
                    equalTo(true));
            assertSame(options);
            Map<String, Object> full = run(ALL + options, INDEX);
            assertThat(number(answer, "counts.groups"), equalTo(number(full, "counts.groups")));
            assertThat(
                    number(answer, "counts.documents.in_groups"),
                    equalTo(number(full, "counts.documents.in_groups")));
        }
    }

    public void testWhyAllIsGrouped() {
        create(INDEX, 1, MAPPING);
        // Without fields it becomes a destination.
        create(DEST, between(1, 3), "{}");
        fill(30);
        run("\"dest\": {\"index\": \"" + DEST + "\"}", INDEX);
        assertNotPerformed("the last run was not incremental", run(INCREMENTAL, INDEX));
        assertNotPerformed(
                "[method] is [components], in the last run it was [star]",
                run(INCREMENTAL + ", \"method\": \"components\"", INDEX));
        assertNotPerformed(
                "[pairs] are the most similar of all",
                run(INCREMENTAL + ", \"pairs\": true", INDEX));
        assertNotPerformed("the last run could not be continued", run(INCREMENTAL, INDEX));
        fill(30);
        assertNotPerformed(
                "more than a quarter of the documents", run(INCREMENTAL, INDEX));
        client().delete(new DeleteRequest(DEST, anyGroup())).actionGet();
        assertNotPerformed(
                "what the last run left was changed: there are", run(INCREMENTAL, INDEX));
        assertPerformed(run(INCREMENTAL, INDEX));
        client().prepareUpdate(DEST, anyGroup()).setDoc("texts", 1_000_000).get();
        assertNotPerformed(
                "what the last run left was changed: a document of a group was written since",
                run(INCREMENTAL, INDEX));
        String match = ", \"query\": {\"match\": {\"tag\": \"even\"}}";
        assertNotPerformed(
                "may match other documents at another time", run(INCREMENTAL + match, INDEX));
        String range =
                ", \"query\": {\"bool\": {\"must_not\": {\"range\": {\"rank\": {\"lt\": 4}}}}}";
        run(INCREMENTAL + range, INDEX);
        assertPerformed(run(INCREMENTAL + range, INDEX));
        assertSame(range);
    }

    public void testNeedsADestination() {
        create(INDEX, 1, MAPPING);
        assertFails(
                RestStatus.BAD_REQUEST, "[incremental] needs [dest]", "\"incremental\": true",
                INDEX);
    }

    /** Whoever asks for what the completed runs left sees the groups of one of them, whenever that is. */
    public void testFilterByTermsOfTheStatus() {
        create(INDEX, 1, MAPPING);
        fill(40);
        run(INCREMENTAL, INDEX);
        change();
        assertPerformed(run(INCREMENTAL, INDEX));
        SearchSourceBuilder lookup = new SearchSourceBuilder().size(1_000).query(
                QueryBuilders.boolQuery()
                        .filter(QueryBuilders.termQuery("kind", "group"))
                        .filter(
                                QueryBuilders.termsLookupQuery(
                                        "run", lookup()))
                        .mustNot(
                                QueryBuilders.termsLookupQuery(
                                        "replaced_by", lookup())));
        Set<String> found = new HashSet<>();
        search(lookup, hit -> found.add(hit.getId()));
        Set<String> all = new HashSet<>();
        search(groups(), hit -> all.add(hit.getId()));
        assertThat(found, equalTo(all));
    }

    private static org.elasticsearch.indices.TermsLookup lookup() {
        return new org.elasticsearch.indices.TermsLookup(DEST, "run", "completed_runs");
    }

    private void fill(int families) {
        for (int family = 0; family < families; family++) {
            String text = Texts.random();
            for (int i = between(1, 3); i > 0; i--) {
                put("id" + next++, randomBoolean() ? text : Texts.near(text));
            }
        }
        indicesAdmin().prepareRefresh(INDEX).get();
    }

    private void put(String id, String text) {
        if (texts.put(id, text) == null) {
            ids.add(id);
        }
        prepareIndex(INDEX).setId(id).setSource(
                Map.of(
                        FIELD, text, "rank", id.length(), "tag",
                        randomBoolean() ? "even" : "odd"))
                .get();
    }

    private void change() {
        for (int i = between(0, 6); i > 0; i--) {
            String id = randomFrom(ids);
            switch (between(0, 3)) {
                case 0 -> put("id" + next++, Texts.near(texts.get(id)));
                case 1 -> put(id, randomBoolean() ? Texts.random() : Texts.near(texts.get(id)));
                case 2 -> put(id, texts.get(randomFrom(ids)));
                default -> {
                    client().delete(new DeleteRequest(INDEX, id)).actionGet();
                    ids.remove(id);
                    texts.remove(id);
                }
            }
        }
        if (rarely()) {
            indicesAdmin().prepareForceMerge(INDEX).setMaxNumSegments(1).get();
        }
    }

    private static void assertNotPerformed(String reason, Map<String, Object> answer) {
        assertThat(ObjectPath.eval("incremental.performed", answer), equalTo(false));
        assertThat(ObjectPath.eval("incremental.reason", answer), containsString(reason));
    }

    private static void assertPerformed(Map<String, Object> answer) {
        assertThat(
                answer.toString(), ObjectPath.eval("incremental.performed", answer),
                equalTo(true));
    }

    /** Asserts that the groups of the completed runs are those of a run that groups all. */
    private void assertSame(String options) {
        Map<String, Object> full = run(ALL + options, INDEX);
        Map<Object, Object> expected = new TreeMap<>();
        for (Object group : list(full, "groups")) {
            expected.put(ObjectPath.eval("keeper._id", group), group);
        }
        Map<Object, Object> found = new TreeMap<>();
        search(groups(), hit -> {
            Map<String, Object> group = new HashMap<>(hit.getSourceAsMap());
            group.keySet().removeAll(
                    Set.of("kind", "run", "group", "part", "parts", "keeper_version"));
            assertNull(found.put(ObjectPath.eval("keeper._id", group), group));
        });
        assertThat(found, equalTo(expected));
    }

    private SearchSourceBuilder groups() {
        Map<String, Object> status = client().prepareGet(DEST, "run").get().getSourceAsMap();
        List<?> runs = (List<?>) status.get("completed_runs");
        return new SearchSourceBuilder().size(1_000).query(
                QueryBuilders.boolQuery()
                        .filter(QueryBuilders.termQuery("kind", "group"))
                        .filter(QueryBuilders.termsQuery("run", runs))
                        .mustNot(QueryBuilders.termsQuery("replaced_by", runs)));
    }

    private String anyGroup() {
        List<String> found = new ArrayList<>();
        search(groups(), hit -> found.add(hit.getId()));
        return randomFrom(found);
    }

    private void search(SearchSourceBuilder source, java.util.function.Consumer<SearchHit> hits) {
        var response = client().search(new SearchRequest(DEST).source(source)).actionGet();
        try {
            response.getHits().forEach(hits);
        } finally {
            response.decRef();
        }
    }
}
