package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** Who may call what: the right to read an index is needed, and is enough, on every endpoint. */
public class AuthorizationIT {

    private static final String INDEX = "rights";
    private static final String PREFIX = "indices:data/read/near_duplicate/";
    private static final List<String> JOBS =
            List.of("groups", "chain", "compare", "tune", "stats");
    private static final String CURVE = "/_near_duplicate/curve?bands=42&rows=3";
    private static final String RUN_AS = "es-security-runas-user";

    private static RestCalls admin;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        Map<String, String> roles = new LinkedHashMap<>(
                Map.of(
                        "reader", Roles.reader(INDEX, Map.of()),
                        "stranger", Roles.reader("other", Map.of()),
                        "writer", only("write", "create_index", "view_index_metadata"),
                        "groups-and-shards", only(PREFIX + "groups", PREFIX + "shard*"),
                        "search-alone", only("indices:data/read/search*"),
                        "runner", "{\"run_as\": [\"reader\"]}"));
        for (String job : JOBS) {
            roles.put(job + "-alone", only(PREFIX + job));
        }
        SharedSecuredServer.users(roles);
        TestIndex.create(admin, INDEX, Chains.FIELD_PARAMETERS).putAll(Chains.texts("w", 5, 9));
    }

    private static String only(String... privileges) {
        return Roles.role(List.of(), List.of(Roles.rights(INDEX, Map.of(), privileges)));
    }

    /** One call of each endpoint that reads documents, by its name. */
    private static Map<String, RandomCalls.Call> calls() {
        Map<String, ?> near = Map.of("query", TestIndex.query(Map.of("like", "w1 w2 w3")));
        Map<String, Map<String, ?>> bodies = new LinkedHashMap<>();
        bodies.put("_search", near);
        bodies.put("_count", near);
        bodies.put("_explain/1", near);
        bodies.put("_near_duplicate/groups", Map.of("field", TestIndex.FIELD));
        bodies.put("_near_duplicate/groups?wait_for_completion=false", Map.of("field", "near"));
        bodies.put("_near_duplicate/groups?format=html", Map.of("field", TestIndex.FIELD));
        bodies.put(
                "_near_duplicate/groups?human",
                Map.of("field", TestIndex.FIELD, "fields", List.of(TestIndex.FIELD)));
        bodies.put(
                "_near_duplicate/compare?format=html",
                Map.of("field", TestIndex.FIELD, "a", Chains.end("0"), "b", "w1 w2 w3"));
        bodies.put(
                "_near_duplicate/chain",
                Map.of("field", TestIndex.FIELD, "start", Chains.end("0"), "end", Chains.end("4")));
        bodies.put(
                "_near_duplicate/compare",
                Map.of("field", TestIndex.FIELD, "a", Chains.end("0"), "b", "w1 w2 w3"));
        bodies.put("_near_duplicate/tune", Map.of("field", TestIndex.FIELD));
        bodies.put("_near_duplicate/tune?wait_for_completion=false", Map.of("field", "near"));
        Map<String, RandomCalls.Call> calls = new LinkedHashMap<>();
        bodies.forEach((name, body) -> calls.put(name, RandomCalls.Call.of(name, body)));
        calls.put("_near_duplicate/stats", RandomCalls.Call.get("_near_duplicate/stats"));
        return calls;
    }

    @Test
    public void nobodyIsAskedWhoTheyAre() throws IOException {
        for (Map.Entry<String, RandomCalls.Call> call : calls().entrySet()) {
            assertEquals(call.getKey(), 401, send(admin.anonymous(), call.getValue()).status());
            assertEquals(call.getKey(), 401, send(as("nobody"), call.getValue()).status());
        }
        assertEquals(401, admin.anonymous().call("GET", CURVE).status());
    }

    @Test
    public void whoMayNotReadIsRefused() throws IOException {
        for (String user : List.of("stranger", "writer")) {
            for (Map.Entry<String, RandomCalls.Call> call : calls().entrySet()) {
                Answer refused = send(as(user), call.getValue());
                assertEquals(call.getKey() + refused.text(), 403, refused.status());
                assertThat(refused.text(), containsString("is unauthorized for user [" + user));
                assertEquals(
                        "an index that does not exist",
                        refused.text(),
                        call.getValue().send(as(user), "nowhere").text().replace("nowhere", INDEX));
            }
            as(user).call("GET", CURVE).ok();
        }
    }

    @Test
    public void whoMayReadMayCallAll() throws IOException {
        for (RandomCalls.Call call : calls().values()) {
            send(as("reader"), call).ok();
        }
    }

    /**
     * What a job asks of shards, and a chain, a comparison, a sample or fields of documents of searches, has to be allowed
     * by itself.
     */
    @Test
    public void everyStepIsAuthorized() throws IOException {
        refused("groups-alone", "_near_duplicate/groups", PREFIX + "shard[open]");
        refused("chain-alone", "_near_duplicate/chain", "indices:data/read/search");
        refused("compare-alone", "_near_duplicate/compare", "indices:data/read/search");
        refused("tune-alone", "_near_duplicate/tune", "indices:data/read/");
        // What it asks of shards is a part of it by its name.
        send(as("stats-alone"), calls().get("_near_duplicate/stats")).ok();
        send(as("groups-and-shards"), calls().get("_near_duplicate/groups")).ok();
        for (String search : List.of(
                "_search", "_near_duplicate/groups?human", "_near_duplicate/groups?format=html")) {
            refused("groups-and-shards", search, "indices:data/read/search");
        }
    }

    @Test
    public void searchesCanBeAllowedAlone() throws IOException {
        send(as("search-alone"), calls().get("_search")).ok();
        for (String job : JOBS) {
            refused("search-alone", "_near_duplicate/" + job, PREFIX + job);
        }
    }

    @Test
    public void whoRunsAsAnotherHasTheOthersRights() throws IOException {
        for (RandomCalls.Call call : calls().values()) {
            send(as("runner").with(RUN_AS, "reader"), call).ok();
            assertEquals(403, send(as("runner"), call).status());
            assertEquals(403, send(as("runner").with(RUN_AS, "admin"), call).status());
        }
    }

    private static void refused(String user, String endpoint, String action) throws IOException {
        send(as(user), calls().get(endpoint)).refused(403, "action [" + action);
    }

    private static Answer send(RestCalls rest, RandomCalls.Call call) throws IOException {
        return call.send(rest, INDEX);
    }
}
