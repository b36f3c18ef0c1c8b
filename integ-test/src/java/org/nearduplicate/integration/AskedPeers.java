package org.nearduplicate.integration;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.nearduplicate.integration.PeersCorpus.Document;

/**
 * What belongs together, as a request asks for it and as a plain loop over the documents finds it.
 *
 * @param same the fields whose values have to be the same
 * @param missingIsSame whether documents without a value have the same
 * @param minutes how far apart in time, or 0 for any time
 * @param minShingles how many shingles a text has that is not too short
 */
record AskedPeers(List<String> same, boolean missingIsSame, int minutes, int minShingles) {

    /** Similarities are 1, .966, .933 and less. Those that count are missed with less than 10⁻³⁰. */
    private static final double MIN_SIMILARITY = .95;

    static AskedPeers random(SplittableRandom random, boolean hasTime) {
        List<String> same =
                PeersCorpus.FIELDS.stream().filter(field -> random.nextInt(6) == 0).toList();
        return new AskedPeers(
                same, random.nextBoolean(),
                hasTime && random.nextBoolean() ? 30 * (1 + random.nextInt(6)) : 0,
                random.nextBoolean() ? 4 : 1);
    }

    /** What a request of any kind says of it; for the usual field. */
    Map<String, Object> body() {
        Map<String, Object> body = TestIndex.withField(Map.of("min_similarity", MIN_SIMILARITY));
        if (same.isEmpty() == false) {
            body.put(
                    "same",
                    missingIsSame
                            ? Map.of("fields", same, "missing", "same")
                            : same.size() == 1 ? same.getFirst() : same);
        }
        if (minutes > 0) {
            body.put("within", Map.of("field", "published", "interval", minutes + "m"));
        }
        if (minShingles > 1) {
            body.put("min_shingles", minShingles);
        }
        return body;
    }

    boolean isLeftAlone(Document document) {
        return lacksValues(document) || document.shingles().size() < minShingles;
    }

    boolean lacksValues(Document document) {
        return missingIsSame == false
                && document.values().keySet().containsAll(same) == false
                || minutes > 0 && document.time() == null;
    }

    boolean areNearDuplicates(Document a, Document b) {
        return isLeftAlone(a) == false && isLeftAlone(b) == false
                && a.similarity(b) >= MIN_SIMILARITY
                && same.stream().allMatch(
                        field -> Objects.equals(a.values().get(field), b.values().get(field)))
                && (minutes == 0
                        || Duration.between(a.time(), b.time()).abs().toMinutes() <= minutes);
    }

    /** The most similar keeper before a text has its documents, be they those that come after another keeper. */
    Set<Set<String>> stars(List<Document> documents) {
        Map<Document, Set<String>> groups = new LinkedHashMap<>();
        Map<List<?>, Document> keepers = new HashMap<>();
        for (Document document : ranked(documents)) {
            Document keeper = keepers.computeIfAbsent(
                    text(document), text -> nearest(document, groups.keySet()));
            groups.computeIfAbsent(keeper, none -> new TreeSet<>()).add(document.id());
        }
        return several(groups);
    }

    /** The documents in the order in which they are kept. */
    private static List<Document> ranked(List<Document> documents) {
        return documents.stream()
                .sorted(
                        (a, b) -> a.shingles().size() == b.shingles().size()
                                ? a.id().compareTo(b.id())
                                : b.shingles().size() - a.shingles().size())
                .toList();
    }

    /** What documents have in common that count as one text. */
    private List<?> text(Document document) {
        return List.of(
                isLeftAlone(document) ? document.id() : document.words(),
                same.stream()
                        .map(field -> document.values().getOrDefault(field, Set.of()))
                        .toList(),
                minutes == 0 ? List.of() : Arrays.asList(document.time()));
    }

    /** Returns the first of the most similar keepers, or the document where none is near. */
    private Document nearest(Document document, Set<Document> keepers) {
        return keepers.stream()
                .filter(keeper -> areNearDuplicates(keeper, document))
                .reduce((a, b) -> b.similarity(document) > a.similarity(document) ? b : a)
                .orElse(document);
    }

    Set<Set<String>> components(List<Document> documents) {
        Map<Document, Set<String>> groups = new LinkedHashMap<>();
        for (Document document : documents) {
            groups.put(document, new TreeSet<>(Set.of(document.id())));
        }
        for (Document a : documents) {
            for (Document b : documents) {
                Set<String> ofB = groups.get(b);
                if (groups.get(a) != ofB && areNearDuplicates(a, b)) {
                    groups.get(a).addAll(ofB);
                    groups.replaceAll((document, of) -> of == ofB ? groups.get(a) : of);
                }
            }
        }
        return several(groups);
    }

    private static Set<Set<String>> several(Map<Document, Set<String>> groups) {
        Set<Set<String>> several = new HashSet<>(groups.values());
        several.removeIf(group -> group.size() < 2);
        return several;
    }
}
