package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** A chain leads through what its caller may read, and needs no other right. */
public class ChainSecurityIT {

    private static final Map<String, ?> BODY = Chains.between("0", "4");

    private static RestCalls admin;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        Map<String, ?> without2 =
                Map.of("bool", Map.of("must_not", Map.of("ids", Map.of("values", List.of("2")))));
        SharedSecuredServer.users(
                Map.of(
                        "restricted", Roles.reader("secret", Roles.documents(without2)),
                        "guest", Roles.reader("public", Map.of())));
        TestIndex.create(admin, "secret", Chains.FIELD_PARAMETERS)
                .putAll(Chains.texts("w", 5, 9));
        admin.call("PUT", "/secret/_alias/public").ok();
    }

    @Test
    public void hiddenDocumentsAreNotNamed() throws IOException {
        assertEquals(
                List.of("0", "1", "2", "3", "4"),
                Chains.ids(Chains.chain(admin, "secret", BODY)));

        Answer restricted = Chains.chain(as("restricted"), "secret", BODY);
        assertEquals(false, restricted.ok().at("found"));
        assertEquals(true, restricted.at("complete"));
        assertEquals(3, restricted.at("visited"));

        Chains.chain(as("restricted"), "secret", Chains.between("0", "2")).refused(400,
                "[_id] [2], which is missing");
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
}
