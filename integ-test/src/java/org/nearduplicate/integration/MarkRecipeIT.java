package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** The script that marks near duplicates in the documents, as docs/recipes.md tells it and users run it. */
public class MarkRecipeIT {

    private static final String DOCUMENT = "docs/recipes.md";
    private static final String HEADING = "## Mark near duplicates in the documents";
    private static final String DEST = "marked-groups";
    private static final String MARK = "duplicates";
    private static final String BOTH = "marked,marked-too";

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private RestCalls rest;
    private Recipe recipe;

    @Before
    public void saveScript() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        recipe = new Recipe(
                folder.getRoot().toPath(), SharedCluster.ONE_NODE.node().address());
        recipe.save(DOCUMENT, HEADING, "mark.sh");
    }

    @After
    public void deleteIndices() throws IOException {
        new WrittenGroups(rest, DEST).delete();
        new WrittenGroups(rest, "near-news").delete();
        rest.call("DELETE", "/news," + BOTH + "?ignore_unavailable=true").ok();
    }

    @Test
    public void everyRequestPrintsWhatTheDocumentsSay() throws IOException, InterruptedException {
        recipe.follow("README.md", "## Quick start");
        recipe.follow(DOCUMENT, HEADING);
    }

    @Test
    public void marksAreThoseOfTheLastRun() throws IOException, InterruptedException {
        TestIndex marked = createBehindADroppingPipeline();
        GroupsAnswer first = run("marked");
        Map<String, Map<?, ?>> unmarked = sources();
        assertEquals(first.documents().size() + " updated", mark("marked"));
        assertEquals(expected(first), marks());
        assertEquals(unmarked, withoutMarks());
        assertEquals(first.list("groups"), run("marked").list("groups"));
        assertEquals("", mark("marked"));

        marked.putSources(
                Map.of("1", source("replaced"), "copy",
                        source((String) unmarked.get("51").get(TestIndex.FIELD))),
                "&pipeline=_none");
        rest.callLines("POST", "/marked/_bulk", """
                {"update": {"_id": "3"}}
                {"doc": {"near": "words that no other document has"}}
                {"delete": {"_id": "KEEPER"}}
                """.replace("KEEPER", first.groups().getFirst().getFirst())).ok();
        refresh();
        GroupsAnswer second = run("marked");
        String gone = second.groups().getFirst().getLast();
        rest.call("DELETE", "/marked/_doc/" + gone).ok();
        refresh();
        unmarked = withoutMarks();
        assertThat(mark("marked"), containsString("1 gone"));
        Map<String, Map<?, ?>> marks = expected(second);
        assertNotEquals(null, marks.remove(gone));
        assertEquals(marks, marks());
        assertEquals(unmarked, withoutMarks());
    }

    @Test
    public void whatAStoppedScriptLeavesIsMadeWhole() throws IOException, InterruptedException {
        List<String> texts = Texts.withNearDuplicates(23, 5, 4);
        TestIndex.create(rest, "marked", Map.of()).putAll(texts);
        TestIndex.create(rest, "marked-too", Map.of())
                .putTexts(Map.of("a", texts.get(0), "b", texts.get(9)));
        GroupsAnswer answer = run(BOTH);
        String settings = "/marked-too/_settings";
        rest.put(settings, Map.of("index.blocks.write", true)).ok();
        refused(BOTH, "marked-too", "index [marked-too] blocked by: [FORBIDDEN");
        refresh();
        assertNotEquals(Map.of(), marks());
        rest.put(settings, Map.of("index.blocks.write", false)).ok();
        assertEquals("2 updated", mark(BOTH));
        assertEquals(expected(answer), marks());
    }

    @Test
    public void whatCannotBeMarkedIsNotWritten() throws IOException, InterruptedException {
        for (String source : List.of("{\"enabled\": false}", "{\"excludes\": [\"near\"]}")) {
            createCopies("\"_source\": " + source, "\"near\": {\"type\": \"minhash\"}");
            refused("marked", "marked", "[_source] of [marked] is not whole");
        }
        createCopies("\"dynamic\": false", """
                "near": {"type": "minhash"}, "duplicates": {"type": "keyword"}""");
        refused("marked", "marked", "can't merge a non object mapping [duplicates]");
        TestIndex.create(rest, "marked-too", Map.of());
        refused("marked-too", "marked", "[marked] is none of [marked-too]");
        new WrittenGroups(rest, DEST).delete();
        refused("marked-too", "marked", "no such index [" + DEST + "]");
    }

    /** Of three shards, with some routings, and with a group that a destination has in two documents. */
    private TestIndex createBehindADroppingPipeline() throws IOException {
        rest.put("/_ingest/pipeline/marked", Map.of("processors", List.of(
                Map.of("near_duplicate", Map.of(
                        "field", TestIndex.FIELD, "index", "marked", "near_field", TestIndex.FIELD,
                        "action", "drop")))))
                .ok();
        Map<String, Object> settings = new HashMap<>(TestIndex.settings(3));
        settings.put("default_pipeline", "marked");
        TestIndex marked = TestIndex.create(rest, "marked", settings, Map.of());
        Map<String, Map<String, ?>> routed = new LinkedHashMap<>();
        Map<String, Map<String, ?>> others = new LinkedHashMap<>();
        List<String> texts = Texts.withNearDuplicates(17, 20, 4);
        for (int i = 0; i < texts.size(); i++) {
            (i % 2 == 0 ? routed : others).put(Integer.toString(i), source(texts.get(i)));
        }
        for (int i = 0; i < 1_200; i++) {
            others.put("crowd" + i, source("one text of a whole crowd of documents"));
        }
        marked.putSources(routed, "&pipeline=_none&routing=elsewhere");
        marked.putSources(others, "&pipeline=_none");
        return marked;
    }

    /** Creates an index of two documents with the same text, and lets a run write their group. */
    private void createCopies(String mapping, String properties) throws IOException {
        rest.call("DELETE", "/marked?ignore_unavailable=true").ok();
        rest.call("PUT", "/marked", "{\"mappings\": {" + mapping + ", \"properties\": {"
                + properties + "}}}").ok();
        rest.bulk("/marked/_bulk?refresh=true",
                Map.of("a", source("one text of two"), "b", source("one text of two")));
        assertEquals(2, run("marked").documents().size());
    }

    private static Map<String, Object> source(String text) {
        return Map.of(TestIndex.FIELD, text, "colour", "red", "numbers", List.of(1.5, 2.5));
    }

    private GroupsAnswer run(String indices) throws IOException {
        return GroupsAnswer.ask(rest, indices, Map.of(
                "size", 1_000, "max_members", 10_000, "dest", Map.of("index", DEST)));
    }

    /** Runs the script, and returns what it counted. */
    private String mark(String indices) throws IOException, InterruptedException {
        Recipe.Ran ran = recipe.bash("mark.sh", indices, DEST);
        assertEquals(ran.output(), 0, ran.status());
        return ran.output().strip();
    }

    /** Runs the script, which has to end with a message, and to leave the documents of an index as they were. */
    private void refused(String indices, String untouched, String message)
            throws IOException, InterruptedException {
        String documents = "/" + untouched + "/_search?version=true";
        Object before = rest.call("GET", documents).ok().at("hits", "hits");
        Recipe.Ran ran = recipe.bash("mark.sh", indices, DEST);
        assertThat(ran.output(), containsString(message));
        assertNotEquals(0, ran.status());
        refresh();
        assertEquals(before, rest.call("GET", documents).ok().at("hits", "hits"));
    }

    private void refresh() throws IOException {
        rest.call("POST", "/marked*/_refresh").ok();
    }

    /** The marks of all documents of an answer, by identifier. */
    private Map<String, Map<?, ?>> expected(GroupsAnswer answer) throws IOException {
        Map<Object, Object> names = new HashMap<>();
        for (Map<?, ?> group : new WrittenGroups(rest, DEST).documents("group", "group")) {
            names.put(group.get("keeper"), group.get("group"));
        }
        Map<String, Map<?, ?>> marks = new TreeMap<>();
        for (Map<?, ?> group : answer.list("groups")) {
            Object keeper = group.get("keeper");
            for (Map<?, ?> document : GroupsAnswer.documents(group)) {
                boolean isKeeper = document == keeper;
                marks.put(GroupsAnswer.id(document), Map.of(
                        "group", names.get(keeper), "keeper", isKeeper,
                        "similarity", isKeeper ? 1f : GroupsAnswer.similarity(document)));
            }
        }
        return marks;
    }

    private Map<String, Map<?, ?>> marks() throws IOException {
        Map<String, Map<?, ?>> marks = new TreeMap<>();
        sources().forEach((id, source) -> {
            if (source.get(MARK) instanceof Map<?, ?> mark) {
                Map<Object, Object> read = new HashMap<>(mark);
                read.put("similarity", GroupsAnswer.similarity(mark));
                marks.put(id, read);
            }
        });
        return marks;
    }

    private Map<String, Map<?, ?>> withoutMarks() throws IOException {
        Map<String, Map<?, ?>> sources = sources();
        sources.values().forEach(source -> source.remove(MARK));
        return sources;
    }

    private Map<String, Map<?, ?>> sources() throws IOException {
        Map<String, Map<?, ?>> sources = new TreeMap<>();
        for (Map<?, ?> hit : rest.call("GET", "/marked*/_search?size=5000").ok()
                .objects("hits", "hits")) {
            sources.put(GroupsAnswer.id(hit), (Map<?, ?>) hit.get("_source"));
        }
        return sources;
    }
}
