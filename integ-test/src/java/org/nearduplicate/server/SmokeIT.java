package org.nearduplicate.server;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import org.junit.Test;

/** A real server accepts the plugin, and keeps its entitlements. */
public class SmokeIT {

    @Test
    public void serverHasThePlugin() throws IOException, InterruptedException {
        Answer plugins =
                SharedCluster.ONE_NODE.rest().call("GET", "/_cat/plugins?format=json").ok();

        assertEquals("near-duplicate", plugins.at(0, "component"));
    }

    @Test
    public void pluginNeedsNothingThatItIsNotEntitledTo() throws IOException, InterruptedException {
        String log = SharedCluster.ONE_NODE.node().log();

        assertThat(log, containsString("loaded plugin [near-duplicate]"));
        assertThat(log, not(containsString("NotEntitledException")));
        assertThat(log, not(containsString("Not entitled")));
    }
}
