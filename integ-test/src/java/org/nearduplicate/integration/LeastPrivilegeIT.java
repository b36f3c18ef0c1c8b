package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** The plugin asks for nothing that not every plugin may do, and tries nothing else. */
public class LeastPrivilegeIT {

    private static final String INDEX = "least";
    private static final String POLICY = "entitlement-policy.yaml";

    @Test
    public void theZipHoldsNoPolicyAndNothingUnexpected() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (ZipFile zip = new ZipFile(Path.of(System.getProperty("plugin.zip")).toString())) {
            zip.stream().map(ZipEntry::getName).forEach(names::add);
        }
        names.removeIf(name -> name.startsWith("licenses/") || name.equals("LICENSE"));
        assertEquals("plugin, hash4j and descriptor: " + names, 3, names.size());
        assertThat(names.toString(), containsString("plugin-descriptor.properties"));
        assertEquals(2, names.stream().filter(name -> name.endsWith(".jar")).count());
        assertEquals(false, names.contains(POLICY));
    }

    /** What a plugin may not do is an exception, and no endpoint meets one. */
    @Test
    public void everyEndpointWorksWithoutAPolicy() throws IOException, InterruptedException {
        RestCalls rest = SharedSecuredServer.emptied();
        TestIndex index = TestIndex.create(rest, INDEX, Chains.FIELD_PARAMETERS);
        index.putAll(Chains.texts("w", 5, 9));
        for (String verify : List.of("signature", "exact")) {
            index.near(Map.of("like", "w1 w2 w3", "verify", verify)).ok();
            GroupsAnswer.ask(
                    rest, INDEX, Map.of("verify", verify, "dest", Map.of("index", "least-groups"),
                            "pairs", true));
            Chains.chain(rest, INDEX,
                    Map.of("start", Chains.end("0"), "end", Chains.end("4"), "verify", verify))
                    .ok();
        }
        TestIndex.send(rest, "compare", INDEX, Map.of("a", Chains.end("0"), "b", "w1 w2 w3")).ok();
        index.search(Map.of("query",
                TestIndex.query(Map.of("like", Chains.texts("w", 1, 9).getFirst())), "highlight",
                Map.of("type", "near_duplicate", "fields", Map.of(TestIndex.FIELD, Map.of())))).ok()
                .at("hits", "hits", 0, "highlight", TestIndex.FIELD, 0);
        for (String format : List.of("json", "html")) {
            rest.post("/" + INDEX + "/_near_duplicate/tune?format=" + format,
                    Map.of("field", TestIndex.FIELD)).ok();
        }
        ShownPage.post(rest, "/" + INDEX + "/_near_duplicate/groups", Map.of());
        ShownPage.post(
                rest, "/" + INDEX + "/_near_duplicate/compare",
                Map.of("a", Chains.end("0"), "b", "w1 w2 w3"));
        rest.call("GET", "/" + INDEX + "/_near_duplicate/stats").ok();
        rest.call("GET", "/_near_duplicate/curve?bands=42&rows=3&format=html").ok();

        String log = SharedSecuredServer.log();
        assertThat(log, containsString("Bootstrapping Entitlements"));
        assertThat(log, containsString("loaded plugin [near-duplicate]"));
    }
}
