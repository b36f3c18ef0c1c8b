package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/**
 * A user who may see some documents of an index gets the same as a user who may see all of an index that
 * has no others: hits, scores, totals, aggregations, explanations, warnings, errors, groups, pairs,
 * counts, chains and figures of tuning.
 */
public class HiddenDocumentsIT {

    private static RestCalls admin;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
    }

    @Test
    public void areAsIfTheyDidNotExist() throws IOException, InterruptedException {
        int hits = 0;
        int warnings = 0;
        int refusals = 0;
        for (long seed = 1; seed <= Effort.times(4); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RestrictedView view = RestrictedView.random(admin, random);
            for (RandomCalls.Call call : RandomCalls.of(random, view.ids(), view.texts())) {
                RestrictedView.Seen restricted = view.restricted(call);
                assertEquals(
                        "seed " + seed + ", " + view + ": " + call,
                        view.unrestricted(call), restricted);
                hits += restricted.hits();
                warnings += restricted.warnings().size();
                refusals += restricted.status() == 400 ? 1 : 0;
            }
        }
        assertThat("hits", hits, greaterThan(100));
        assertThat("warnings", warnings, greaterThan(10));
        assertThat("refusals of hidden documents", refusals, greaterThan(3));
    }
}
