package org.nearduplicate.format;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answers of brute force to a query for each document, as a manifest keeps them. */
public final class FormatAnswers {

    /** The similarity that hits reach. */
    public static final double MIN_SIMILARITY = 0.3;

    private FormatAnswers() {}

    /** Returns field → how verified → document of the query → hit → similarity. */
    public static Map<String, Object> all(
            Map<String, Map<String, Object>> fields,
            Map<String, List<String>> documents,
            Collection<String> deleted) {
        Map<String, Object> answers = new LinkedHashMap<>();
        fields.forEach((name, field) -> {
            FormatOracle oracle = new FormatOracle(FormatFields.scheme(field), documents);
            Map<String, Object> byVerify = new LinkedHashMap<>();
            byVerify.put("signature", answers(oracle, false, deleted));
            if ((boolean) field.get(FormatFields.EXACT)) {
                byVerify.put("exact", answers(oracle, true, deleted));
            }
            answers.put(name, byVerify);
        });
        return answers;
    }

    private static Map<String, Object> answers(
            FormatOracle oracle, boolean exact, Collection<String> deleted) {
        Map<String, Object> answers = new LinkedHashMap<>();
        for (String like : oracle.documents().keySet()) {
            Map<String, Double> hits = oracle.hits(like, exact, MIN_SIMILARITY);
            hits.keySet().removeAll(deleted);
            answers.put(like, hits);
        }
        return answers;
    }
}
