package org.nearduplicate.benchmark.page;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.page.Browser;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.Pages;

/**
 * Measures how long a headless Chromium takes to show pages of groups, and to compare two texts in them.
 * Never fails for being slow.
 */
public final class PageBenchmark {

    private static final String PAINTED =
            "new Promise(done => requestAnimationFrame(() => setTimeout(done)))";
    private static final int VOCABULARY = 20_000;
    private static final double CHANGED = 0.025;

    private final Random random;
    private final Browser browser;
    private final int repetitions;
    private final MarkdownTable table =
            new MarkdownTable("groups", "texts of a group", "words", "MB", "page, ms",
                    "member, ms");

    private PageBenchmark(Settings settings, Browser browser) {
        this.random = new Random(settings.seed());
        this.repetitions = settings.repetitions();
        this.browser = browser;
    }

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException if the browser cannot be started
     */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("pages");
        try (Browser browser = Browser.start(directory)) {
            PageBenchmark benchmark = new PageBenchmark(Settings.read(), browser);
            for (int groups : new int[] {1, 100, 1_000}) {
                benchmark.measure(groups, 4, 400);
            }
            benchmark.measure(1, 2, 150_000);
            new PrintStream(System.out, true, StandardCharsets.UTF_8).println(benchmark.table);
        }
    }

    private void measure(int groups, int texts, int words) throws IOException {
        String page = Pages.html(
                Page.GROUPS, "{\"uri\":\"/a/_near_duplicate/groups\",\"body\":{\"field\":\"f\"}}",
                answer(groups, texts, words));
        double[] opened = new double[repetitions];
        double[] compared = new double[repetitions];
        for (int i = 0; i < repetitions; i++) {
            long start = System.nanoTime();
            browser.open(page, 1_600, false);
            browser.tell(PAINTED);
            long shown = System.nanoTime();
            browser.tell(
                    "document.querySelectorAll('.member')[1].open = true; " + PAINTED
                            + ".then(() => "
                            + PAINTED + ")");
            opened[i] = (shown - start) / 1e6;
            compared[i] = (System.nanoTime() - shown) / 1e6;
        }
        table.row(
                groups, texts, words, String.format(Locale.ROOT, "%.1f", page.length() / 1e6),
                median(opened), median(compared));
    }

    private static long median(double[] values) {
        Arrays.sort(values);
        return Math.round(values[values.length / 2]);
    }

    private String answer(int groups, int texts, int words) throws IOException {
        List<Object> described = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            String[] text = random.ints(words, 0, VOCABULARY).mapToObj(word -> "w" + word)
                    .toArray(String[]::new);
            String name = "k" + group;
            List<Map<String, Object>> members = IntStream.range(1, texts)
                    .mapToObj(i -> Map.<String, Object>of(
                            "_index", "a", "_id", name + "-" + i, "similarity", 0.9,
                            "fields", Map.of("f", List.of(changed(text)))))
                    .toList();
            described.add(Map.of(
                    "size", texts, "texts", texts, "smallest_similarity", 0.85,
                    "smallest_similarity_of", "all_pairs", "members", members,
                    "keeper",
                    Map.of("_index", "a", "_id", name, "fields",
                            Map.of("f", List.of(String.join(" ", text))))));
        }
        int documents = groups * texts;
        Map<String, ?> counts = Map.of(
                "groups", groups, "buckets", Map.of("limited", 0),
                "documents", Map.of(
                        "total", 2 * documents, "in_groups", documents, "redundant",
                        documents - groups, "without_signature", 0));
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            return Strings.toString(builder.map(Map.of(
                    "_shards", Map.of("total", 1, "failed", 0), "min_similarity", 0.8, "verify",
                    "exact", "probability_found", 0.99, "counts", counts, "groups", described)));
        }
    }

    private String changed(String[] text) {
        String[] changed = text.clone();
        for (int i = 0; i < Math.max(1, CHANGED * text.length); i++) {
            changed[random.nextInt(text.length)] = "w" + random.nextInt(VOCABULARY);
        }
        return String.join(" ", changed);
    }
}
