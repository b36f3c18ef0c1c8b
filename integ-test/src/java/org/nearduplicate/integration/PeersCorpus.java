package org.nearduplicate.integration;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.nearduplicate.server.RestCalls;

/** Documents made up, with values of several types and with times, and indices that have the fields of them. */
final class PeersCorpus {

    static final String INDEX = "peers";

    /** Fields of every type by which documents may belong together. */
    static final List<String> FIELDS =
            List.of("company", "tags", "year", "price", "day", "moment", "open", "host");

    static final Instant START = Instant.parse("2026-03-01T22:00:00Z");

    /** Each test draws from a generator of its own with it, so that the draws do not depend on the tests that ran before. */
    static final long SEED = Effort.isUsual() ? 0 : System.nanoTime();

    private static final int DOCUMENTS = 90;

    private PeersCorpus() {}

    static List<Document> documents(SplittableRandom random) {
        return IntStream.range(0, DOCUMENTS)
                .mapToObj(number -> Document.random(number, random))
                .toList();
    }

    /** Creates the index that has the documents, anew if it exists. */
    static void createIndex(RestCalls rest, List<Document> documents) throws IOException {
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        documents.forEach(document -> sources.put(document.id(), document.source()));
        createEmpty(rest, INDEX).putSources(sources, "");
    }

    /** Creates an index for the documents, anew if it exists. */
    static TestIndex createEmpty(RestCalls rest, String name) throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(TestIndex.FIELD, TestIndex.minHash(Map.of("bands", 42, "rows", 3)));
        for (Map.Entry<String, String> field : Map.of(
                "company", "keyword", "tags", "keyword", "year", "short", "price", "float",
                "day", "date", "moment", "date_nanos", "open", "boolean", "host", "ip",
                "rank", "integer", "published", "date").entrySet()) {
            properties.put(field.getKey(), Map.of("type", field.getValue()));
        }
        properties.put("title", Map.of("type", "text"));
        return TestIndex.createWith(rest, name, TestIndex.settings(3), properties);
    }

    /**
     * A document of a test.
     *
     * @param values those of each field as sets, as they are written; no field without a value
     */
    record Document(
            int number, List<String> words, Map<String, Set<Object>> values, Instant time) {

        private static Document random(int number, SplittableRandom random) {
            int family = random.nextInt(5);
            int shift = random.nextInt(4);
            int length = random.nextInt(6) == 0 ? 5 : 60;
            Map<String, Set<Object>> values = new LinkedHashMap<>();
            put(values, random, "company", "a", "b");
            put(values, random, "tags", "x", "y", "z");
            put(values, random, "year", 2024, 2025);
            put(values, random, "price", 1.1, 2);
            put(values, random, "day", "2026-01-01", "2026-01-02T00:00:00.001Z");
            put(values, random, "moment", "2026-01-01T00:00:00.000000001Z",
                    "2026-01-01T00:00:00.000000002Z");
            put(values, random, "open", true, false);
            put(values, random, "host", "10.0.0.1", "2001:db8::1");
            Instant time = random.nextInt(8) == 0
                    ? null
                    : START.plus(Duration.ofMinutes(30L * random.nextInt(12)));
            return new Document(
                    number,
                    IntStream.range(shift, shift + length)
                            .mapToObj(word -> "family" + family + "word" + word)
                            .toList(),
                    values, time);
        }

        private static void put(
                Map<String, Set<Object>> values, SplittableRandom random, String field,
                Object... choices) {
            Set<Object> some = new HashSet<>();
            for (Object choice : choices) {
                if (random.nextInt(choices.length + 1) == 0) {
                    some.add(choice);
                }
            }
            if (some.isEmpty() == false) {
                values.put(field, some);
            }
        }

        String id() {
            return (number < 10 ? "0" : "") + number;
        }

        String text() {
            return String.join(" ", words);
        }

        /** Arrays are in any order, and have some values twice. */
        Map<String, Object> source() {
            Map<String, Object> source = new LinkedHashMap<>();
            source.put(TestIndex.FIELD, text());
            source.put("rank", number);
            values.forEach((field, set) -> {
                List<Object> array = new ArrayList<>(set);
                array.add(array.getFirst());
                source.put(field, array.size() == 2 ? array.getFirst() : array);
            });
            if (time != null) {
                // Of several times the earliest counts.
                source.put("published",
                        List.of(time.plusSeconds(86_400).toString(), time.toString()));
            }
            return source;
        }

        Set<List<String>> shingles() {
            Set<List<String>> shingles = new HashSet<>();
            for (int i = 0; i + 3 <= words.size(); i++) {
                shingles.add(words.subList(i, i + 3));
            }
            return shingles;
        }

        double similarity(Document other) {
            Set<List<String>> shared = new HashSet<>(shingles());
            shared.retainAll(other.shingles());
            return (double) shared.size()
                    / (shingles().size() + other.shingles().size() - shared.size());
        }
    }
}
