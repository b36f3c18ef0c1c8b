package org.nearduplicate.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * What a page has to paste into a shell prints what stands below it, after the quick start of README. Blocks that begin with
 * {@code bash} or {@code console} instead of {@code sh} are not run: most ask for what the server of Maven Central lacks.
 */
@RunWith(Parameterized.class)
public class GuideIT {

    private static final Path DOCUMENTS = Path.of("docs");

    /** Those of all pages: a page that breaks off leaves what it made. */
    private static final String INDICES =
            "news,near-demo,ads,mails,chunks,notices,shingles,near-terms,stories";
    private static final List<String> PIPELINES = List.of("dedupe", "ads", "stories-once");

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Parameter
    public String page;

    /** Returns the pages with blocks that are run. */
    @Parameters(name = "{0}")
    public static List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>();
        try (Stream<Path> documents = Files.walk(DOCUMENTS)) {
            for (Path document : documents.filter(Files::isRegularFile).sorted().toList()) {
                if (document.toString().endsWith(".md")
                        && Files.readString(document).matches("(?s).*\n```(sh|python)\n.*")) {
                    pages.add(document.toString());
                }
            }
        }
        return pages;
    }

    @After
    public void deleteIndices() throws IOException, InterruptedException {
        RestCalls rest = SharedCluster.ONE_NODE.rest();
        new WrittenGroups(rest, "near-news").delete();
        new WrittenGroups(rest, "near-stories").delete();
        rest.call("DELETE", "/" + INDICES + "?ignore_unavailable=true").ok();
        for (String pipeline : PIPELINES) {
            rest.call("DELETE", "/_ingest/pipeline/" + pipeline);
        }
    }

    @Test
    public void everyBlockPrintsWhatThePageSays() throws IOException, InterruptedException {
        Recipe recipe = new Recipe(
                folder.getRoot().toPath(), SharedCluster.ONE_NODE.node().address());
        recipe.follow("README.md", "## Quick start");
        recipe.follow(page);
    }
}
