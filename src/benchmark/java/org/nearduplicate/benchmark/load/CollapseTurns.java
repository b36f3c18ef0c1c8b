package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;

/**
 * Searches for a few words of planted texts, with and without near duplicates among the hits, in turns. The first turns
 * are not counted.
 */
final class CollapseTurns {

    private static final int WARM_UPS = 5;
    private static final int TURNS = 10;
    private static final int SEARCHES = 30;
    private static final int WORDS = 3;
    private static final int PAGE = 10;
    private static final int[] WINDOWS = {100, 1_000};
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String PATH = "/" + PlantedIndex.NAME + "/_search";

    private final Server server;
    private final PlantedIndex index;
    private final List<String> words;
    private final Map<Integer, Map<String, Kind>> kinds = new LinkedHashMap<>();

    CollapseTurns(Server server, PlantedIndex index) {
        this.server = server;
        this.index = index;
        this.words = index.planted(SEARCHES * (WARM_UPS + TURNS)).stream()
                .map(planted -> String.join(
                        " ", List.of(planted.text().split(" ")).subList(0, WORDS)))
                .toList();
        for (int window : WINDOWS) {
            kinds.put(window, kinds(window));
        }
    }

    /** A kind of search, and what was seen of it. */
    private static final class Kind {

        private final Map<String, Object> body;
        private final Map<String, Object> options;
        private final List<Double> millis = new ArrayList<>();
        private long hits;
        private long nearDuplicates;

        /**
         * @param body what is asked beside the query
         * @param options those of the retriever, or null without it
         */
        Kind(Map<String, Object> body, Map<String, Object> options) {
            this.body = body;
            this.options = options;
        }
    }

    private static Map<String, Kind> kinds(int window) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds.put("plain, the whole window", new Kind(Map.of("size", window), null));
        kinds.put("plain, the whole window without `_source`",
                new Kind(Map.of("size", window, "_source", false), null));
        kinds.put("plain, a page of 10", new Kind(Map.of("size", PAGE), null));
        kinds.put("`near_duplicate_collapse`", collapse(window, Map.of()));
        kinds.put("`near_duplicate_collapse`, `verify: signature`",
                collapse(window, Map.of("verify", "signature")));
        return kinds;
    }

    private static Kind collapse(int window, Map<String, ?> verify) {
        Map<String, Object> options = new LinkedHashMap<>(verify);
        options.put("field", PlantedIndex.FIELD);
        options.put("rank_window_size", window);
        return new Kind(Map.of("size", PAGE), options);
    }

    /** Takes all turns. */
    void run() throws IOException {
        for (int turn = 0; turn < WARM_UPS + TURNS; turn++) {
            for (Map<String, Kind> ofWindow : kinds.values()) {
                for (Kind kind : ofWindow.values()) {
                    for (int i = 0; i < SEARCHES; i++) {
                        String query = words.get((turn * SEARCHES + i) % words.size());
                        ask(kind, query, turn >= WARM_UPS);
                    }
                }
            }
        }
    }

    private void ask(Kind kind, String query, boolean counts) throws IOException {
        String body = body(kind, query);
        long start = System.nanoTime();
        Answer answer = server.send("POST", PATH, body);
        long end = System.nanoTime();
        if (counts) {
            kind.millis.add((end - start) / NANOS_PER_MILLI);
            List<?> hits = (List<?>) answer.at("hits", "hits");
            kind.hits += hits.size();
            for (Object hit : hits) {
                if (((Map<?, ?>) hit).containsKey("inner_hits")) {
                    kind.nearDuplicates++;
                }
            }
        }
    }

    private static String body(Kind kind, String query) {
        Map<String, ?> match = Map.of("match", Map.of(Bulk.TEXT, query));
        Map<String, Object> body = new LinkedHashMap<>(kind.body);
        if (kind.options != null) {
            Map<String, Object> options = new LinkedHashMap<>(kind.options);
            options.put("retriever", Map.of("standard", Map.of("query", match)));
            body.put("retriever", Map.of("near_duplicate_collapse", options));
        } else {
            body.put("query", match);
        }
        return Json.of(body);
    }

    /** Prints a table. */
    void print(PrintStream out) throws IOException {
        MarkdownTable table = new MarkdownTable(
                "window", "search", "p50, ms", "p90, ms", "p50 to plain", "hits a search",
                "of these with near duplicates");
        kinds.forEach((window, ofWindow) -> {
            double plain = Sample.of(ofWindow.values().iterator().next().millis).median();
            ofWindow.forEach((title, kind) -> {
                Sample millis = Sample.of(kind.millis);
                table.row(
                        window, title, millis.median(), millis.quantile(0.9),
                        millis.median() / plain, (double) kind.hits / kind.millis.size(),
                        (double) kind.nearDuplicates / kind.millis.size());
            });
        });
        out.println("Collapsed searches: " + index.describe() + ", "
                + TURNS * SEARCHES + " searches of each kind by one client, for "
                + WORDS + " words");
        out.println();
        out.println(table);
    }
}
