package org.nearduplicate.integration;

import java.io.IOException;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.server.SharedCluster;

/** Every request of the page on what belongs together prints what stands there. */
public class BelongsIT {

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @After
    public void deleteIndices() throws IOException, InterruptedException {
        SharedCluster.ONE_NODE.rest()
                .call("DELETE", "/ads,mails,posts?ignore_unavailable=true")
                .ok();
    }

    @Test
    public void everyRequestPrintsWhatThePageSays() throws IOException, InterruptedException {
        new Recipe(folder.getRoot().toPath(), SharedCluster.ONE_NODE.node().address())
                .follow("docs/guide/what-belongs-together.md");
    }
}
