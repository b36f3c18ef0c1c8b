package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.results;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** A document is compared with what a search would show its sender, and with what the same request brings. */
public class IngestSecurityIT {

    private static final String LOOKUP = "indices:data/read/near_duplicate/lookup";

    private static RestCalls admin;
    private static Intake intake;

    @BeforeClass
    public static void createUsers() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        intake = new Intake(admin);
        Map<String, ?> red = Roles.documents(Map.of("term", Map.of("colour.keyword", "red")));
        Map<String, ?> hidden = Roles.fields("colour*");
        SharedSecuredServer.users(
                Map.of(
                        "indexer", role(Roles.rights("news", Map.of(), "index")),
                        "whole", role(Roles.rights("news", Map.of(), "index", "read")),
                        "red", role(Roles.rights("news", red, "index", "read")),
                        "also-red", role(Roles.rights("news", red, "index", "read")),
                        "no-near", role(Roles.rights("news", hidden, "index", "read")),
                        "all-fields",
                        role(Roles.rights("news", Roles.fields("*"), "index", "read"))));
    }

    /** May simulate pipelines too. */
    private static String role(Map<String, ?> rights) {
        return Roles.role(List.of("read_pipeline"), List.of(rights));
    }

    @Before
    public void createIndices() throws IOException {
        intake.create("news", Map.of());
        intake.create("secret", Map.of());
        intake.put("tag", Map.of()).ok();
        intake.put("drop", Map.of("action", "drop")).ok();
        intake.put("fail", Map.of("action", "fail")).ok();
    }

    @After
    public void deleteIndices() throws IOException {
        intake.deleteAll();
    }

    @Test
    public void whoMayNotReadIndexesNothing() throws IOException {
        for (String pipeline : List.of("tag", "drop", "fail")) {
            Answer answer = send(as("indexer"), pipeline, "index 1", red("a"), "create", red("b"));
            assertEquals(List.of("403", "403"), results(answer));
            assertThat(answer.text(), containsString("action [" + LOOKUP + "]"));
            assertThat(answer.text(), containsString("user [indexer]"));
            as("indexer").put("/news/_doc/1?pipeline=" + pipeline, red("a")).refused(403);
        }
        assertEquals(0, intake.count("news"));
        as("indexer").put("/news/_doc/1", red("a")).ok();
    }

    /** The answer shows neither that an index exists nor what is in it. */
    @Test
    public void whatMayNotBeReadMayNotExist() throws IOException {
        intake.put("secret", Map.of("index", "secret")).ok();
        intake.put("nowhere", Map.of("index", "nowhere")).ok();
        Answer secret = send(as("whole"), "secret", "index 1", red("a"));
        assertEquals(List.of("403"), results(secret));
        assertEquals(
                error(secret).replace("secret", "nowhere"),
                error(send(as("whole"), "nowhere", "index 1", red("a"))));
        intake.put("both", Map.of("index", "news,secret")).ok();
        assertEquals(List.of("403"), results(send(as("whole"), "both", "index 1", red("a"))));
        intake.put("pattern", Map.of("index", "*")).ok();
        admin.put("/secret/_doc/s?refresh=true&pipeline=pattern", red("p")).ok();
        send(as("whole"), "pattern", "index 1", red("p"));
        assertEquals(List.of(), intake.tag("news", "1"));
    }

    @Test
    public void whoMayReadAllHearsOfWhatOthersJustLetIn() throws IOException {
        for (boolean refreshed : List.of(false, true)) {
            String name = "a" + refreshed;
            send(admin, "tag", "index " + name, blue(name));
            if (refreshed) {
                intake.refresh("news");
            }
            for (String user : List.of("whole", "all-fields")) {
                assertEquals(user, List.of("news " + name + " 1.000"), tag(user, red(name)));
                assertEquals(List.of("noop"), results(send(as(user), "drop", "create", red(name))));
                assertEquals(List.of("409"), results(send(as(user), "fail", "create", red(name))));
            }
        }
    }

    /** To a user from whom a document is hidden nothing shows that it exists: no tag, no drop, no error, no simulation. */
    @Test
    public void hiddenDocumentsAreNotTold() throws IOException {
        for (boolean refreshed : List.of(false, true)) {
            for (String user : List.of("red", "no-near")) {
                String name = user + refreshed;
                send(admin, "tag", "index " + name, blue(name), "index 2" + name, blue(name));
                if (refreshed) {
                    intake.refresh("news");
                }
                for (String pipeline : List.of("tag", "drop", "fail")) {
                    Answer answer = send(as(user), pipeline, "index probe", blue(name));
                    assertEquals(pipeline, List.of("created"), results(answer));
                    assertEquals(List.of(), intake.tag("news", "probe"));
                    admin.call("DELETE", "/news/_doc/probe").ok();
                    assertThat(
                            simulate(as(user), pipeline, blue(name)).text(),
                            not(containsString("news\",\"_id\":\"" + name)));
                }
            }
        }
    }

    /** Before a search sees it too. */
    @Test
    public void whatOthersJustLetInIsToldWhomItIsNotHiddenFrom() throws IOException {
        send(admin, "tag", "index 1", red("a"), "index 2", blue("a"));
        send(as("also-red"), "tag", "index 3", red("a"));
        assertEquals(List.of("news 1 1.000", "news 3 1.000"), tag("red", red("a")));
    }

    /** In one request all are compared; in the next one those that the index hides are not. */
    @Test
    public void ownDocumentsAreCompared() throws IOException {
        for (String user : List.of("red", "no-near", "indexer")) {
            Answer answer = send(
                    as(user), "tag", "index 1" + user, blue(user), "index 2" + user, blue(user));
            if (user.equals("indexer")) {
                assertEquals(List.of("403", "403"), results(answer));
            } else {
                assertEquals(List.of("news 1" + user + " 1.000"), intake.tag("news", "2" + user));
                assertEquals(List.of(), tag(user, blue(user)));
            }
        }
    }

    /** The right to read is that of who sends, the right to write too. */
    @Test
    public void reroutingNeedsTheRightToWriteThere() throws IOException {
        intake.put("reroute", Map.of("action", "reroute", "destination", "secret")).ok();
        Answer answer = send(
                as("whole"), "reroute", "index 1", red("a"), "index 2", red("a"), "index 3",
                red("b"));
        assertEquals(List.of("created", "403", "created"), results(answer));
        assertEquals(0, intake.count("secret"));
        assertEquals(2, intake.count("news"));
    }

    /** Sends a document as somebody, and returns what it says; it goes again. */
    private static List<String> tag(String user, Map<String, ?> source) throws IOException {
        send(as(user), "tag", "index probe", source);
        List<String> tag = intake.tag("news", "probe");
        admin.call("DELETE", "/news/_doc/probe").ok();
        return tag;
    }

    private static Answer send(RestCalls rest, String pipeline, Object... lines)
            throws IOException {
        return Intake.bulk(rest, "/news/_bulk?pipeline=" + pipeline, lines);
    }

    private static Answer simulate(RestCalls rest, String pipeline, Map<String, ?> source)
            throws IOException {
        Map<String, ?> document = Map.of("_index", "news", "_id", "q", "_source", source);
        return rest.post(
                "/_ingest/pipeline/" + pipeline + "/_simulate", Map.of("docs", List.of(document)))
                .ok();
    }

    private static String error(Answer bulk) throws IOException {
        return Intake.items(bulk).getFirst().get("error").toString();
    }

    private static Map<String, ?> red(String name) {
        return coloured(name, "red");
    }

    private static Map<String, ?> blue(String name) {
        return coloured(name, "blue");
    }

    private static Map<String, ?> coloured(String name, String colour) {
        Map<String, Object> source = new LinkedHashMap<>(Intake.text(name));
        source.put("colour", colour);
        return source;
    }
}
