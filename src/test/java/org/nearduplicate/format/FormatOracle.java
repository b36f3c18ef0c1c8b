package org.nearduplicate.format;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.ReferenceOutput;
import org.nearduplicate.sketch.Scheme;
/**
 * What has to be found among some texts, by comparing every two of them: shingles as strings, and band
 * terms and components by the slow second implementation of the recipe.
 */
public final class FormatOracle {

    /** That of a field that says nothing else. */
    static final double RECALL = 0.99;

    private final Scheme scheme;
    private final Map<String, Known> documents = new LinkedHashMap<>();

    /**
     * What is known of a document.
     *
     * @param output the bytes that an index holds of it
     * @param shingles its shingles
     * @param bits those of its signature
     */
    public record Known(Output output, Set<String> shingles, String bits) {

        private static Known of(Output output, Set<String> shingles) {
            String bits = new BigInteger("1" + output.signature(), 16).toString(2).substring(1);
            return new Known(output, shingles, bits);
        }
    }

    /** @param values those of each document, which those without words are left out of */
    public FormatOracle(Scheme scheme, Map<String, List<String>> values) {
        this.scheme = scheme;
        values.forEach((id, texts) -> {
            List<List<String>> tokens = texts.stream().map(FormatOracle::tokens).toList();
            if (tokens.stream().anyMatch(list -> list.isEmpty() == false)) {
                Set<String> shingles = new HashSet<>();
                tokens.forEach(list -> shingles.addAll(Sample.shingles(scheme, list)));
                documents.put(id, Known.of(ReferenceOutput.of(scheme, tokens), shingles));
            }
        });
    }

    /** Returns what is known of each document that has words. */
    public Map<String, Known> documents() {
        return documents;
    }

    /** Returns the similarity of each hit of a query for a document, itself among them. */
    public Map<String, Double> hits(String like, boolean exact, double minSimilarity) {
        Map<String, Double> hits = new TreeMap<>();
        Known query = documents.get(like);
        int rows = ReferenceBands.taken(scheme.banding(), minSimilarity, RECALL);
        documents.forEach((id, other) -> {
            double similarity = exact
                    ? Sample.jaccard(query.shingles(), other.shingles())
                    : estimate(query, other);
            if (isCandidate(query, other, rows)
                    && sizeBound(query, other) >= minSimilarity
                    && similarity >= minSimilarity) {
                hits.put(id, similarity);
            }
        });
        return hits;
    }

    /** Returns the groups of two documents or more that are connected by pairs of hits. */
    public Set<Set<String>> components(Set<String> among, boolean exact, double minSimilarity) {
        Map<String, Set<String>> componentOf = new LinkedHashMap<>();
        for (String id : documents.keySet()) {
            if (among.contains(id)) {
                componentOf.put(id, new TreeSet<>(Set.of(id)));
            }
        }
        for (String id : componentOf.keySet()) {
            for (String hit : hits(id, exact, minSimilarity).keySet()) {
                if (componentOf.containsKey(hit)) {
                    Set<String> united = componentOf.get(id);
                    united.addAll(componentOf.get(hit));
                    united.forEach(member -> componentOf.put(member, united));
                }
            }
        }
        Set<Set<String>> components = new HashSet<>(componentOf.values());
        components.removeIf(component -> component.size() == 1);
        return components;
    }

    private static List<String> tokens(String value) {
        return value.isEmpty() ? List.of() : Arrays.asList(value.split(" "));
    }

    private static boolean isCandidate(Known a, Known b, int rows) {
        return Collections.disjoint(prefixes(a, rows), prefixes(b, rows)) == false;
    }

    private static Set<String> prefixes(Known known, int rows) {
        return known.output().terms().stream()
                .map(term -> ReferenceBands.prefix(term, rows))
                .collect(Collectors.toSet());
    }

    private static double sizeBound(Known a, Known b) {
        int smaller = Math.min(a.shingles().size(), b.shingles().size());
        return smaller / (double) Math.max(a.shingles().size(), b.shingles().size());
    }

    private double estimate(Known a, Known b) {
        int equal = 0;
        for (int i = 0; i < scheme.hashCount(); i++) {
            equal += component(a, i).equals(component(b, i)) ? 1 : 0;
        }
        double share = equal / (double) scheme.hashCount();
        double accident = Math.pow(2, -scheme.signatureBits());
        return Math.max(0, (share - accident) / (1 - accident));
    }

    /** Returns the bits of a component. */
    private String component(Known known, int i) {
        int from = i * scheme.signatureBits();
        return known.bits.substring(from, from + scheme.signatureBits());
    }
}
