package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** One search over two clusters finds the near duplicates in both. */
public class RemoteClusterIT {

    @ClassRule
    public static final ClusterRule REMOTE = ClusterRule.nodes(1);

    private static final String TEXT = "a text that two clusters have and that nobody changed";

    private static RestCalls local;

    @BeforeClass
    public static void connectClusters() throws IOException, InterruptedException {
        local = SharedCluster.ONE_NODE.rest();
        TestIndex.create(local, "here", Map.of()).putAll(List.of(TEXT, "something else"));
        TestIndex.create(REMOTE.rest(), "there", Map.of()).putAll(List.of("others", TEXT));
        connect(List.of(REMOTE.cluster().nodes().get(0).transportAddress()));
        Await.until(
                () -> local.call("GET", "/_remote/info").ok().text().contains("\"connected\":true"),
                () -> "a connection of the clusters");
    }

    @AfterClass
    public static void disconnect() throws IOException {
        connect(null);
    }

    @Test
    public void aTextIsAskedOfBothClusters() throws IOException {
        for (boolean minimizeRoundtrips : new boolean[] {true, false}) {
            assertEquals(Set.of("here/0", "other:there/1"), ask(TEXT, minimizeRoundtrips));
        }
    }

    @Test
    public void aDocumentOfTheRemoteClusterIsLeftOutAsItself() throws IOException {
        Map<String, ?> like = Map.of("_index", "other:there", "_id", "1");

        assertEquals(Set.of("here/0"), ask(like, false));
    }

    /** Each cluster has a document that the other has not, and one that both have. */
    @Test
    public void aCollapsedSearchOfBothClusters() throws IOException {
        Map<String, ?> collapse = TestIndex.withField(
                Map.of(
                        "retriever",
                        Map.of("standard", Map.of("query", Map.of("match_all", Map.of())))));
        Answer answer = local.post("/here,other:there/_search",
                Map.of("retriever", Map.of("near_duplicate_collapse", collapse))).ok();
        List<Map<?, ?>> hits = answer.objects("hits", "hits");
        assertEquals(answer.text(), 3, hits.size());
        Set<String> both = new HashSet<>();
        for (Map<?, ?> hit : hits) {
            if (hit.containsKey("inner_hits")) {
                both.add(name(hit));
                Map<?, ?> near = (Map<?, ?>) answer.at(
                        "hits", "hits", hits.indexOf(hit), "inner_hits", "near_duplicates", "hits",
                        "hits", 0);
                both.add(name(near));
            }
        }
        assertEquals(Set.of("here/0", "other:there/1"), both);
    }

    /** What a name stands for in another cluster is not known here. */
    @Test
    public void aDocumentOfAnotherClusterNeedsItsIndex() throws IOException {
        String body = Json.of(Map.of("query", TestIndex.query(Map.of("like", Map.of("_id", "1")))));
        for (String target : List.of("other:there", "here,other:there")) {
            local.call("POST", "/" + target + "/_search", body).refused(400,
                    "[like] needs [_index] here");
        }
    }

    private static Set<String> ask(Object like, boolean minimizeRoundtrips) throws IOException {
        Map<String, Object> query = TestIndex.withField(Map.of("like", like));
        Answer answer = local
                .post("/here,other:there/_search?ccs_minimize_roundtrips=" + minimizeRoundtrips,
                        Map.of("query", Map.of("near_duplicate", query)))
                .ok();
        return answer.objects("hits", "hits").stream()
                .map(RemoteClusterIT::name)
                .collect(Collectors.toSet());
    }

    private static String name(Map<?, ?> hit) {
        return hit.get("_index") + "/" + hit.get("_id");
    }

    private static void connect(List<String> seeds) throws IOException {
        local.setting("cluster.remote.other.seeds", seeds).ok();
    }
}
