package org.nearduplicate.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/**
 * What a job has to count of some texts, counted by means of the token filter: the server gives the band
 * terms of each text, and nothing else of what is tested is used.
 *
 * @param texts by document
 * @param buckets the documents of each band term
 */
record BandCensus(Map<String, String> texts, Map<String, Set<String>> buckets) {

    /** Takes the census of texts of plain words, given the parameters of the token filter. */
    static BandCensus of(RestCalls rest, Map<String, ?> parameters, Map<String, String> texts)
            throws IOException {
        Map<String, Object> filter = new HashMap<>(parameters);
        filter.put("type", "minhash_bands");
        Map<String, Set<String>> buckets = new HashMap<>();
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Answer answer = rest.post("/_analyze", Map.of("tokenizer", "standard", "filter",
                    List.of("lowercase", filter), "text", text.getValue())).ok();
            for (Map<?, ?> token : answer.objects("tokens")) {
                String term = (String) token.get("token");
                buckets.computeIfAbsent(term, t -> new TreeSet<>()).add(text.getKey());
            }
        }
        return new BandCensus(texts, buckets);
    }

    /** The number of buckets of two documents or more. */
    long shared() {
        return buckets.values().stream().filter(bucket -> bucket.size() > 1).count();
    }

    /** The documents of the largest bucket. */
    long largest() {
        return buckets.values().stream().mapToInt(Set::size).max().orElse(0);
    }

    /** The documents that share a term with another. */
    Set<String> inShared() {
        Set<String> documents = new TreeSet<>();
        buckets.values().stream().filter(bucket -> bucket.size() > 1).forEach(documents::addAll);
        return documents;
    }

    /** The distinct texts among those. */
    long distinctTexts() {
        return inShared().stream().map(texts::get).distinct().count();
    }

    /** The pairs of documents that share a term, as a set of two each. */
    Set<Set<String>> candidates() {
        return pairs(buckets.values());
    }

    /** The pairs of different texts that share a term. */
    long compared() {
        Set<Set<String>> pairs = new HashSet<>();
        for (Set<String> pair : candidates()) {
            Set<String> pairOfTexts = new HashSet<>();
            pair.forEach(document -> pairOfTexts.add(texts.get(document)));
            if (pairOfTexts.size() == 2) {
                pairs.add(pairOfTexts);
            }
        }
        return pairs.size();
    }

    /** The candidates of at least that similarity. */
    long verified(double minSimilarity) {
        return candidates().stream().filter(pair -> {
            List<String> documents = List.copyOf(pair);
            return Texts.jaccard(
                    texts.get(documents.get(0)), texts.get(documents.get(1))) >= minSimilarity;
        }).count();
    }

    private static Set<Set<String>> pairs(Collection<Set<String>> buckets) {
        Set<Set<String>> pairs = new HashSet<>();
        for (Set<String> bucket : buckets) {
            List<String> documents = new ArrayList<>(bucket);
            for (int i = 0; i < documents.size(); i++) {
                for (int j = i + 1; j < documents.size(); j++) {
                    pairs.add(Set.of(documents.get(i), documents.get(j)));
                }
            }
        }
        return pairs;
    }
}
