package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Three nodes become, one after the other, those of the next line of Elasticsearch, while documents are written and
 * all kinds of requests are sent to each node: no document is lost, no answer is silently wrong, and where all
 * nodes are there every answer is right, whatever their versions.
 */
public class UpgradeIT {

    private static final int NODES = 3;
    private static final String SAMPLE = "sample";
    private static final String WRITTEN = "written";
    private static final String DEST = "found";
    private static final String ALLOCATION = "cluster.routing.allocation.enable";

    /** As many as can be asked for in one answer of groups; they are never all written. */
    private static final int DOCUMENTS = 4_000;

    /** A server and the plugin built for it. */
    private record Release(Path distribution, Path plugin) {

        /** The one of this build. */
        static Release newest() {
            return new Release(
                    Path.of(System.getProperty("server.distribution")),
                    Path.of(System.getProperty("plugin.zip")));
        }

        /** One that was built before, as {@code -Delasticsearch.version} does it. */
        static Release of(String version) {
            Path target = Path.of(System.getProperty("upgrade.directory"), version);
            String plugin = newest().plugin.getFileName().toString();
            return new Release(
                    target.resolve("server/elasticsearch-" + version),
                    target.resolve(plugin.replaceFirst("-es.*", "-es" + version + ".zip")));
        }
    }

    @Test
    public void nodeByNode() throws Exception {
        String versions = System.getProperty("upgrade.versions", "");
        assumeFalse("no other line was built before", versions.isEmpty());
        List<Release> releases = new ArrayList<>();
        for (String version : versions.split(",")) {
            releases.add(Release.of(version));
        }
        Release oldest = releases.removeFirst();
        releases.add(Release.newest());
        try (ServerCluster cluster = ClusterRule.configured()
                .distribution(oldest.distribution())
                .plugin(oldest.plugin())
                .nodes(NODES)
                .progress(System.out::println)
                .start();
                RestCalls all = cluster.connect();
                RestCalls first = to(cluster, 0);
                RestCalls second = to(cluster, 1);
                RestCalls third = to(cluster, 2)) {
            upgrade(cluster, releases, all, List.of(first, second, third));
        }
    }

    private static RestCalls to(ServerCluster cluster, int node) throws IOException {
        return RestCalls.to(List.of(cluster.nodes().get(node).address()));
    }

    private static void upgrade(
            ServerCluster cluster, List<Release> releases, RestCalls all, List<RestCalls> nodes)
            throws Exception {
        Map<String, ?> settings = Map.of(
                "number_of_shards", NODES, "number_of_replicas", 1,
                "routing.rebalance.enable", "none");
        SampleIndex.create(all, SAMPLE, settings);
        Families families = Families.create(all, WRITTEN, settings, DOCUMENTS);
        Faults.awaitGreen(all);
        List<CheckedRequest> requests = SampleIndex.requestsOfAllDocuments(SAMPLE);
        Map<CheckedRequest, Object> expected = RequestLoop.expect(all, requests);
        SampleIndex.assertMeaningful(expected);
        Set<?> groups = groupsInDestination(all);
        List<?> tuned = tuned(all);
        // Who waits for a refresh does not write all before the nodes are upgraded.
        Writes writes = Writes.start(
                WRITTEN, "?refresh=wait_for", DOCUMENTS, Families::text, List.of(all));
        // However long an upgrade takes, some are left to write after each.
        int share = DOCUMENTS / (releases.size() * NODES + 2);
        writes.allow(share);
        try (writes; RequestLoop loop = RequestLoop.start(expected, nodes)) {
            for (Release release : releases) {
                for (int node = 0; node < NODES; node++) {
                    // As README says: the copies that a node had wait for it.
                    all.setting(ALLOCATION, "primaries").ok();
                    cluster.upgrade(node, release.distribution(), release.plugin());
                    all.setting(ALLOCATION, null).ok();
                    Faults.awaitGreen(all);
                    writes.allow(share);
                    writes.awaitMore(10);
                    for (RestCalls each : nodes) {
                        assertEquals(expected, RequestLoop.expect(each, requests));
                        assertEquals(tuned, tuned(each));
                    }
                }
                assertEquals(groups, groupsInDestination(all));
            }
            System.out.println(
                    "answers " + loop + ", " + writes.acknowledged().size()
                            + " documents acknowledged");
        }
        families.assertNothingLost(writes.acknowledged());
    }

    /** What is found of each setting. The bytes that it takes are Lucene's, and differ between lines. */
    private static List<?> tuned(RestCalls node) throws IOException {
        Answer answer = SampleIndex.tune(SAMPLE).send(node).ok();
        List<Object> found = answer.objects("settings").stream()
                .<Object>map(setting -> setting.get("signature"))
                .toList();
        assertThat(found.size(), greaterThan(1));
        return found;
    }

    /** What a run of now leaves in the destination. */
    private static Set<?> groupsInDestination(RestCalls rest) throws IOException {
        GroupsAnswer.ask(
                rest, SAMPLE,
                Map.of("method", CheckedRequest.COMPONENTS, "size", 0, "dest",
                        Map.of("index", DEST)));
        Set<?> groups =
                new HashSet<>(new WrittenGroups(rest, DEST).documents("group", "group"));
        assertThat(groups.size(), greaterThan(5));
        return groups;
    }
}
