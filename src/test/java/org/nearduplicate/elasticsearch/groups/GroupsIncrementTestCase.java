package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.ObjectPath;
import org.nearduplicate.elasticsearch.Texts;

/** Tests of incremental runs into the destination {@value #DEST}, of an index that changes between them. */
public abstract class GroupsIncrementTestCase extends GroupsNodeTestCase {

    static final String DEST = "news-groups";
    static final String INCREMENTAL =
            "\"incremental\": true, \"dest\": {\"index\": \"" + DEST + "\"}";
    static final String ALL = "\"size\": 1000, \"max_members\": 10000";

    private final List<String> ids = new ArrayList<>();
    private final Map<String, String> texts = new HashMap<>();
    private int next;

    /** Indexes families of one to three near copies. */
    final void fill(int families) {
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

    /** Changes few documents, or none. */
    final void change() {
        for (int i = between(0, 6); i > 0; i--) {
            String id = randomFrom(ids);
            switch (between(0, 3)) {
                case 0 -> put("id" + next++, Texts.near(texts.get(id)));
                case 1 -> put(id, randomText(texts.get(id)));
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

    /** Changes the keepers of some groups, so that the next run replaces these; of the first one it finds a group again. */
    final void changeGroups() {
        Map<String, Map<String, Object>> groups = visible();
        List<String> some = randomSubsetOf(between(1, 4), groups.keySet());
        for (String group : some) {
            String keeper = ObjectPath.eval("keeper._id", groups.get(group));
            String copied = texts.get(ObjectPath.<String>eval("members.0._id", groups.get(group)));
            put(keeper, group.equals(some.getFirst()) ? copied : randomText(copied));
        }
    }

    private static String randomText(String text) {
        return randomBoolean() ? Texts.random() : Texts.near(text);
    }

    final Map<String, Object> status() {
        return client().prepareGet(DEST, StatusDocument.ID).get().getSourceAsMap();
    }

    static void assertNotPerformed(String reason, Map<String, Object> answer) {
        assertThat(ObjectPath.eval("incremental.performed", answer), equalTo(false));
        assertThat(ObjectPath.eval("incremental.reason", answer), containsString(reason));
    }

    static void assertPerformed(Map<String, Object> answer) {
        assertThat(
                answer.toString(), ObjectPath.eval("incremental.performed", answer),
                equalTo(true));
    }

    /** Asserts that the groups of the completed runs are those of a run that groups all. */
    final void assertSame(String options) {
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

    /** Returns a search for the groups of the completed runs. */
    final SearchSourceBuilder groups() {
        List<?> runs = (List<?>) status().get("completed_runs");
        return new SearchSourceBuilder().size(1_000).query(
                QueryBuilders.boolQuery()
                        .filter(QueryBuilders.termQuery("kind", "group"))
                        .filter(QueryBuilders.termsQuery("run", runs))
                        .mustNot(QueryBuilders.termsQuery("replaced_by", runs)));
    }

    /** Returns the documents of groups that count, by their {@code _id}s. */
    final Map<String, Map<String, Object>> visible() {
        return VisibleGroups.of(client(), DEST);
    }

    final void search(SearchSourceBuilder source, Consumer<SearchHit> hits) {
        var response = client().search(new SearchRequest(DEST).source(source)).actionGet();
        try {
            response.getHits().forEach(hits);
        } finally {
            response.decRef();
        }
    }
}
