package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.matchesPattern;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** The script that marks near duplicates in the documents, as docs/guide/mark-copies.md tells it and users run it. */
public class MarkRecipeIT {

    private static final String DOCUMENT = "docs/guide/mark-copies.md";
    private static final String DEST = "marked-groups";
    private static final String MARK = "duplicates";
    private static final String BOTH = "marked,marked-too";
    private static final Map<String, ?> REQUEST = TestIndex.withField(Map.of(
            "size", 1_000, "max_members", 10_000, "dest", Map.of("index", DEST)));

    /** Runs the script while another client sends bulk requests: one when the index was opened, one after the run. */
    private static final String MEANWHILE = """
            bulk() {
              command curl -sS "$ES/marked/_bulk?refresh=true" -H 'Content-Type: application/json' \
                --data-binary "$1" > /dev/null
            }
            curl() {
              command curl "$@"
              case $2 in */marked/_pit*) bulk "$opened" ;; */groups) bulk "$ran" ;; esac
            }
            export -f bulk curl
            export opened=$3 ran=$4
            bash mark.sh "$1" "$2"
            """;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private RestCalls rest;
    private Recipe recipe;

    @Before
    public void saveScript() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        recipe = new Recipe(
                folder.getRoot().toPath(), SharedCluster.ONE_NODE.node().address());
        recipe.save(DOCUMENT);
    }

    @After
    public void deleteIndices() throws IOException {
        new WrittenGroups(rest, DEST).delete();
        rest.call("DELETE", "/" + BOTH + "?ignore_unavailable=true").ok();
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
        unmarked = withoutMarks();
        assertThat(mark("marked"), matchesPattern("\\d+ updated"));
        assertEquals(expected(second), marks());
        assertEquals(unmarked, withoutMarks());
    }

    @Test
    public void whatIsWrittenMeanwhileKeepsTheMarkThatItHas()
            throws IOException, InterruptedException {
        TestIndex marked = TestIndex.create(rest, "marked", Map.of());
        String a = "this is the text of a";
        String b = "and that is one of b";
        String c = "what is in c is neither";
        marked.putTexts(Map.of("a0", a, "a1", a, "a2", a, "a3", a, "a4", a, "c0", c, "c1", c));
        assertEquals("7 updated", mark("marked"));
        Map<String, Map<?, ?>> marks = marks();
        rest.callLines("POST", "/marked/_bulk", """
                {"delete": {"_id": "a0"}}
                {"delete": {"_id": "c1"}}
                """).ok();
        marked.putTexts(Map.of("b0", b, "b1", b, "b2", b));
        Recipe.Ran ran = recipe.bash("-c", MEANWHILE, "bash", "marked", Json.of(REQUEST), """
                {"index": {"_id": "b3"}}
                {"near": "TEXT"}
                """.replace("TEXT", b), """
                {"index": {"_id": "a2"}}
                {"near": "TEXT"}
                {"delete": {"_id": "a3"}}
                {"update": {"_id": "a4"}}
                {"doc": {"colour": "red"}}
                {"index": {"_id": "b2"}}
                {"near": "a text that no other document has"}
                {"update": {"_id": "c0"}}
                {"doc": {"colour": "red"}}
                """.replace("TEXT", a));
        assertEquals(
                List.of("5 changed", "1 gone", "3 updated"),
                ran.output().lines().map(String::strip).toList());
        Map<String, Object> names = names();
        assertEquals(Set.of("a1", "b0"), names.keySet());
        marks.keySet().retainAll(Set.of("a4", "c0"));
        marks.put("a1", Map.of("group", names.get("a1"), "keeper", true, "similarity", 1f));
        marks.put("b0", Map.of("group", names.get("b0"), "keeper", true, "similarity", 1f));
        marks.put("b1", Map.of("group", names.get("b0"), "keeper", false, "similarity", 1f));
        assertEquals(marks, marks());
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
        refused(BOTH, REQUEST, "marked-too", "index [marked-too] blocked by: [FORBIDDEN");
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
            refused("marked", REQUEST, "marked", "[_source] of [marked] is not whole");
        }
        createCopies("\"dynamic\": false", """
                "near": {"type": "minhash"}, "duplicates": {"type": "keyword"}""");
        refused("marked", REQUEST, "marked", "can't merge a non object mapping [duplicates]");
        createCopies("\"dynamic\": true", "\"near\": {\"type\": \"minhash\"}");
        refused("marked", Map.of("field", "near"), "marked", "[dest] is missing");
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

    /** Creates an index of two documents with the same text. */
    private void createCopies(String mapping, String properties) throws IOException {
        rest.call("DELETE", "/marked?ignore_unavailable=true").ok();
        rest.call("PUT", "/marked", "{\"mappings\": {" + mapping + ", \"properties\": {"
                + properties + "}}}").ok();
        rest.bulk("/marked/_bulk?refresh=true",
                Map.of("a", source("one text of two"), "b", source("one text of two")));
    }

    private static Map<String, Object> source(String text) {
        return Map.of(TestIndex.FIELD, text, "colour", "red", "numbers", List.of(1.5, 2.5));
    }

    private GroupsAnswer run(String indices) throws IOException {
        return GroupsAnswer.ask(rest, indices, REQUEST);
    }

    /** Runs the script, and returns what it counted. */
    private String mark(String indices) throws IOException, InterruptedException {
        Recipe.Ran ran = recipe.bash("mark.sh", indices, Json.of(REQUEST));
        assertEquals(ran.output(), 0, ran.status());
        return ran.output().strip();
    }

    /** Runs the script, which has to end with a message, and to leave the documents of an index as they were. */
    private void refused(
            String indices, Map<String, ?> request, String untouched, String message)
            throws IOException, InterruptedException {
        String documents = "/" + untouched + "/_search?version=true";
        Object before = rest.call("GET", documents).ok().at("hits", "hits");
        Recipe.Ran ran = recipe.bash("mark.sh", indices, Json.of(request));
        assertThat(ran.output(), containsString(message));
        assertNotEquals(0, ran.status());
        refresh();
        assertEquals(before, rest.call("GET", documents).ok().at("hits", "hits"));
    }

    private void refresh() throws IOException {
        rest.call("POST", "/marked*/_refresh").ok();
    }

    /** The identifiers of all groups of the last run, by those of their keepers. */
    private Map<String, Object> names() throws IOException {
        Map<String, Object> names = new HashMap<>();
        for (Map<?, ?> group : new WrittenGroups(rest, DEST).documents("group", "group")) {
            names.put(GroupsAnswer.id(group.get("keeper")), group.get("group"));
        }
        return names;
    }

    /** The marks of all documents of an answer, by identifier. */
    private Map<String, Map<?, ?>> expected(GroupsAnswer answer) throws IOException {
        Map<String, Object> names = names();
        Map<String, Map<?, ?>> marks = new TreeMap<>();
        for (Map<?, ?> group : answer.list("groups")) {
            Object keeper = group.get("keeper");
            for (Map<?, ?> document : GroupsAnswer.documents(group)) {
                boolean isKeeper = document == keeper;
                marks.put(GroupsAnswer.id(document), Map.of(
                        "group", names.get(GroupsAnswer.id(keeper)), "keeper", isKeeper,
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
