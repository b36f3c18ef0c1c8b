package org.nearduplicate.integration;

import java.io.IOException;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * What README and the guide have to paste into a shell prints what stands below it, in the order in which a new user comes by. Blocks
 * that begin with {@code bash} instead of {@code sh} ask for what the server of Maven Central lacks.
 */
public class GuideIT {

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @After
    public void deleteIndices() throws IOException, InterruptedException {
        RestCalls rest = SharedCluster.ONE_NODE.rest();
        new WrittenGroups(rest, "near-news").delete();
        rest.call("DELETE", "/news,archive?ignore_unavailable=true").ok();
        rest.call("DELETE", "/_ingest/pipeline/dedupe*").ok();
    }

    @Test
    public void everyBlockPrintsWhatThePageSays() throws IOException, InterruptedException {
        Recipe recipe = new Recipe(
                folder.getRoot().toPath(), SharedCluster.ONE_NODE.node().address());
        recipe.follow("README.md", "## Quick start");
        recipe.follow("docs/guide/existing-index.md");
        recipe.follow("docs/reference/retriever.md");
        recipe.follow("docs/guide/passages.md");
        recipe.follow("docs/reference/highlighter.md");
        recipe.follow("docs/guide/clean-an-index.md");
        recipe.follow("docs/reference/processor.md");
    }
}
