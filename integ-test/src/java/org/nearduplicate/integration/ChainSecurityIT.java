package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/** A chain leads through what its caller may read, and needs no other right. */
public class ChainSecurityIT {

    private static final String PASSWORD = "a-long-password";

    @ClassRule
    public static final ClusterRule SERVER = new ClusterRule(
            builder -> builder.setting("xpack.license.self_generated.type", "trial")
                    .user("admin", PASSWORD, "superuser")
                    .role(
                            "without-2",
                            """
                                    {"indices": [{"names": ["secret"], "privileges": ["read"],
                                      "query": {"bool": {"must_not": {"ids": {"values": ["2"]}}}}}]}""")
                    .user("restricted", PASSWORD, "without-2")
                    .role(
                            "alias-only",
                            "{\"indices\": [{\"names\": [\"public\"], \"privileges\": [\"read\"]}]}")
                    .user("guest", PASSWORD, "alias-only"));

    private static final Map<String, ?> BODY = Map.of("from", "0", "to", "4");

    @BeforeClass
    public static void createIndex() throws IOException {
        TestIndex.create(SERVER.rest(), "secret", Chains.FIELD_PARAMETERS)
                .putAll(Chains.texts("w", 5, 9));
        SERVER.rest()
                .call(
                        "POST",
                        "/_aliases",
                        Json.of(
                                Map.of(
                                        "actions",
                                        List.of(
                                                Map.of(
                                                        "add",
                                                        Map.of(
                                                                "index", "secret", "alias",
                                                                "public"))))))
                .ok();
    }

    @Test
    public void hiddenDocumentsAreNotNamed() throws IOException {
        assertEquals(
                List.of("0", "1", "2", "3", "4"),
                Chains.ids(Chains.chain(SERVER.rest(), "secret", BODY)));

        Answer restricted = Chains.chain(as("restricted"), "secret", BODY);
        assertEquals(false, restricted.ok().at("found"));
        assertEquals(true, restricted.at("complete"));
        assertEquals(3, restricted.at("visited"));

        Answer hiddenEnd =
                Chains.chain(as("restricted"), "secret", Map.of("from", "0", "to", "2"));
        assertEquals(400, hiddenEnd.status());
        assertThat(hiddenEnd.text(), containsString("[_id] [2], which is missing"));
    }

    @Test
    public void rightsOnAnAliasAreEnough() throws IOException {
        assertEquals(
                List.of("0", "1", "2", "3", "4"),
                Chains.ids(Chains.chain(as("guest"), "public", BODY)));
        assertEquals(
                List.of("0", "1", "2", "3", "4"),
                Chains.ids(Chains.chain(as("guest"), "pub*", BODY)));
        assertEquals(403, Chains.chain(as("guest"), "secret", BODY).status());
    }

    private static RestCalls as(String user) {
        return SERVER.rest().as(user, PASSWORD);
    }
}
