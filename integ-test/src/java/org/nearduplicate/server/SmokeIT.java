package org.nearduplicate.server;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import org.junit.ClassRule;
import org.junit.Test;

/** A real server accepts the plugin, and keeps its entitlements. */
public class SmokeIT {

    @ClassRule
    public static final ClusterRule SERVER = ClusterRule.nodes(1);

    @Test
    public void serverHasThePlugin() throws IOException {
        Answer plugins = SERVER.rest().call("GET", "/_cat/plugins?format=json").ok();

        assertEquals("near-duplicate", plugins.at(0, "component"));
    }

    @Test
    public void pluginNeedsNothingThatItIsNotEntitledTo() throws IOException {
        String log = SERVER.cluster().nodes().get(0).log();

        assertThat(log, containsString("loaded plugin [near-duplicate]"));
        assertThat(log, not(containsString("NotEntitledException")));
        assertThat(log, not(containsString("Not entitled")));
    }
}
