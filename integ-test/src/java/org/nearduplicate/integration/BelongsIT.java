package org.nearduplicate.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.server.SharedCluster;

/** Every request of the page on what belongs together prints what stands there. */
public class BelongsIT {

    private static final String DOCUMENT = "docs/belongs.md";

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
        Recipe recipe = new Recipe(
                folder.getRoot().toPath(), SharedCluster.ONE_NODE.node().address());
        List<String> headings = Files.readAllLines(Path.of(DOCUMENT)).stream()
                .filter(line -> line.startsWith("## "))
                .toList();
        for (String heading : headings) {
            recipe.follow(DOCUMENT, heading);
        }
    }
}
