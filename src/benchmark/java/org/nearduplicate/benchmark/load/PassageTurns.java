package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;

/**
 * Asks for passages of the documents of an index, and for the documents in long texts, in turns. The first turns are not counted.
 */
final class PassageTurns {

    private static final String NAME = "passages";
    private static final String FIELD = Bulk.TEXT + ".near";
    private static final String WITH_MORE_PRINTS = Bulk.TEXT + ".more";
    private static final String SHINGLES = Bulk.TEXT + ".shingles";
    private static final int PASSAGE_WORDS = 60;
    private static final int TEXT_WORDS = 2_000;
    private static final int SOURCES = 8;
    private static final int WARM_UPS = 3;
    private static final int TURNS = 10;
    private static final int SEARCHES = 20;
    private static final int HITS = 100;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String PATH = "/" + NAME + "/_search";

    private final Server server;
    private final Corpus corpus;
    private final Map<String, Kind> ofPassages = new LinkedHashMap<>();
    private final Map<String, Kind> ofTexts = new LinkedHashMap<>();

    PassageTurns(Server server, Corpus corpus) {
        this.server = server;
        this.corpus = corpus;
        ofPassages.put("`match_phrase`", new Kind(
                text -> Map.of("match_phrase", Map.of(Bulk.TEXT, text))));
        ofPassages.put("`match` of shingles, `minimum_should_match` 100%", new Kind(
                text -> Map.of(
                        "match",
                        Map.of(SHINGLES, Map.of("query", text, "minimum_should_match", "100%")))));
        ofPassages.put("`near_duplicate`", new Kind(near("like", 1, Map.of())));
        ofPassages.put("`near_duplicate`, `passages` 8", new Kind(
                near("like", 1, Map.of("field", WITH_MORE_PRINTS))));
        ofPassages.put("`near_duplicate`, `verify: signature`", new Kind(
                near("like", 1, Map.of("verify", "signature"))));
        ofTexts.put("`more_like_this` with all terms", new Kind(
                text -> Map.of(
                        "more_like_this",
                        Map.of(
                                "fields", List.of(Bulk.TEXT),
                                "like", text,
                                "min_term_freq", 1,
                                "min_doc_freq", 1,
                                "max_query_terms", TEXT_WORDS,
                                "minimum_should_match", 1))));
        ofTexts.put("`near_duplicate`", new Kind(near("document", .8, Map.of())));
        ofTexts.put("`near_duplicate`, `verify: signature`", new Kind(
                near("document", .8, Map.of("verify", "signature"))));
    }

    /** A kind of search, and what was seen of it. */
    private static final class Kind {

        private final Function<String, Map<String, ?>> query;
        private final List<Double> millis = new ArrayList<>();
        private int wanted;
        private int found;
        private int others;

        Kind(Function<String, Map<String, ?>> query) {
            this.query = query;
        }
    }

    /** A text to ask for, and the documents that are to be found. */
    private record Asked(String text, Set<String> wanted) {}

    private static Function<String, Map<String, ?>> near(
            String of, double least, Map<String, ?> more) {
        return text -> {
            Map<String, Object> near = new LinkedHashMap<>(
                    Map.of("field", FIELD, "like", text, "share_of", of, "min_similarity", least));
            near.putAll(more);
            return Map.of("near_duplicate", near);
        };
    }

    /** Indexes all documents, with word shingles beside. */
    void fill() throws IOException {
        Map<String, ?> analysis = Map.of(
                "filter",
                Map.of(
                        "triples",
                        Map.of(
                                "type", "shingle", "min_shingle_size", 3, "max_shingle_size", 3,
                                "output_unigrams", false)),
                "analyzer",
                Map.of(
                        "triples",
                        Map.of("tokenizer", "standard", "filter",
                                List.of("lowercase", "triples"))));
        Map<String, ?> text = Map.of(
                "type", "text",
                "fields",
                Map.of(
                        "near", Map.of("type", "minhash", "passages", 16),
                        "more", Map.of("type", "minhash", "passages", 8),
                        "shingles", Map.of("type", "text", "analyzer", "triples")));
        server.create(
                NAME, 1, Map.of("analysis", analysis),
                Map.of(Bulk.TEXT, text, Bulk.PART, Map.of("type", "keyword")));
        for (int from = 0; from < corpus.size(); from += Bulk.DOCUMENTS) {
            server.bulk(NAME, Bulk.from(corpus, from));
        }
        server.settle(NAME);
        server.checkDocuments(NAME, corpus.size());
    }

    /** Takes all turns. */
    void run() throws IOException {
        SplittableRandom random = corpus.random(-1);
        for (int turn = -WARM_UPS; turn < TURNS; turn++) {
            for (int i = 0; i < SEARCHES; i++) {
                Asked passage = passage(random);
                Asked text = text(random);
                for (Kind kind : ofPassages.values()) {
                    ask(kind, passage, turn >= 0);
                }
                for (Kind kind : ofTexts.values()) {
                    ask(kind, text, turn >= 0);
                }
            }
        }
    }

    /** Returns a part of a document, and all that have it: by the slowest way, a phrase. */
    private Asked passage(SplittableRandom random) throws IOException {
        while (true) {
            String[] words = corpus.text(random.nextInt(corpus.size())).split(" ");
            if (words.length >= PASSAGE_WORDS) {
                int from = random.nextInt(words.length - PASSAGE_WORDS + 1);
                String passage =
                        String.join(" ", List.of(words).subList(from, from + PASSAGE_WORDS));
                Map<String, ?> phrase = Map.of("match_phrase", Map.of(Bulk.TEXT, passage));
                return new Asked(passage, ids(search(phrase)));
            }
        }
    }

    /** Returns a text of some documents that are no copies, and of words between them. */
    private Asked text(SplittableRandom random) {
        List<String> parts = new ArrayList<>();
        Set<String> wanted = new TreeSet<>();
        int words = 0;
        while (wanted.size() < SOURCES) {
            int document = random.nextInt(corpus.size());
            String source = corpus.text(document);
            int length = source.split(" ").length;
            if (corpus.clusters().place(document) == null && length >= 2 * PASSAGE_WORDS
                    && length <= 3 * PASSAGE_WORDS) {
                wanted.add(Integer.toString(document));
                parts.add(source);
                words += length;
            }
        }
        int between = (TEXT_WORDS - words) / SOURCES;
        StringBuilder text = new StringBuilder();
        parts.forEach(
                part -> text.append(part)
                        .append(' ')
                        .append(String.join(" ", corpus.words(random, between)))
                        .append(' '));
        return new Asked(text.toString(), wanted);
    }

    private void ask(Kind kind, Asked asked, boolean counts) throws IOException {
        String body = body(kind.query.apply(asked.text));
        long start = System.nanoTime();
        Answer answer = server.send("POST", PATH, body);
        long end = System.nanoTime();
        if (counts) {
            Set<String> found = ids(answer);
            kind.millis.add((end - start) / NANOS_PER_MILLI);
            kind.wanted += asked.wanted.size();
            kind.others += found.size();
            found.retainAll(asked.wanted);
            kind.found += found.size();
            kind.others -= found.size();
        }
    }

    private Answer search(Map<String, ?> query) throws IOException {
        return server.send("POST", PATH, body(query));
    }

    private static String body(Map<String, ?> query) {
        return Json.of(Map.of("size", HITS, "_source", false, "query", query));
    }

    private static Set<String> ids(Answer answer) throws IOException {
        Set<String> ids = new TreeSet<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            ids.add((String) ((Map<?, ?>) hit).get("_id"));
        }
        return ids;
    }

    /** Prints tables. */
    void print(PrintStream out) throws IOException {
        sampledBytes(out);
        print(out, "Passages of " + PASSAGE_WORDS + " words", ofPassages);
        print(out, "Texts of " + TEXT_WORDS + " words with " + SOURCES + " documents in it",
                ofTexts);
    }

    private void sampledBytes(PrintStream out) throws IOException {
        Answer usage = server.call("POST", "/" + NAME + "/_disk_usage?run_expensive_tasks=true");
        MarkdownTable table = new MarkdownTable(
                "field", "terms, bytes a document", "doc values, bytes a document");
        for (String field : List.of(
                FIELD, FIELD + "._prints", WITH_MORE_PRINTS + "._prints", SHINGLES, Bulk.TEXT)) {
            table.row(
                    "`" + field + "`",
                    bytes(usage, field, "inverted_index", "total_in_bytes"),
                    bytes(usage, field, "doc_values_in_bytes"));
        }
        out.println(table);
    }

    private double bytes(Answer usage, String field, String... path) throws IOException {
        List<Object> steps = new ArrayList<>(List.of(NAME, "fields", field));
        steps.addAll(List.of(path));
        return ((Number) usage.at(steps.toArray())).doubleValue() / corpus.size();
    }

    private void print(PrintStream out, String title, Map<String, Kind> kinds) throws IOException {
        MarkdownTable table = new MarkdownTable(
                "search", "p50, ms", "p90, ms", "p99, ms", "p50 to the first", "of those wanted",
                "others a search");
        double first = Sample.of(kinds.values().iterator().next().millis).median();
        kinds.forEach((name, kind) -> {
            Sample millis = Sample.of(kind.millis);
            table.row(
                    name, millis.median(), millis.quantile(0.9), millis.quantile(0.99),
                    millis.median() / first, (double) kind.found / kind.wanted,
                    (double) kind.others / kind.millis.size());
        });
        out.printf(
                "%s, %,d documents, %d segments, %d searches of each kind by one client%n%n",
                title, corpus.size(), server.statistic(NAME, "segments", "count"),
                TURNS * SEARCHES);
        out.println(table);
    }
}
