package org.nearduplicate.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.format.FormatAnswers;
import org.nearduplicate.format.FormatDocuments;
import org.nearduplicate.format.FormatFields;
import org.nearduplicate.format.FormatFixture;
import org.nearduplicate.format.FormatOracle;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Writes the snapshots of a new version. No test, and run by its name only: see docs/internals/format.md. */
public class SnapshotFixtureWriter {

    static final String INDEX = "format";
    static final String SNAPSHOT = "all";

    private static final int DOCUMENTS_PER_FLUSH = 9;
    private static final List<String> DELETED = List.of("copy-0-1", "copy-3-0", "one-word-too");

    private static Repositories repositories;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        repositories = new Repositories();
    }

    @Test
    public void write() throws IOException {
        Map<String, Map<String, Object>> fields = fields();
        Map<String, List<String>> documents = FormatDocuments.all();
        TestIndex index = TestIndex.createWith(repositories.rest(), INDEX, TestIndex.settings(2),
                properties(fields));
        Map<String, Map<String, ?>> batch = new LinkedHashMap<>();
        for (String id : documents.keySet()) {
            List<String> values = documents.get(id);
            batch.put(id, Map.of("text", values, "parts", List.of(Map.of("text", values))));
            if (batch.size() == DOCUMENTS_PER_FLUSH) {
                flush(index, batch);
            }
        }
        if (batch.isEmpty() == false) {
            flush(index, batch);
        }
        for (String id : DELETED) {
            repositories.rest().call("DELETE", "/" + INDEX + "/_doc/" + id + "?refresh=true").ok();
        }
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("fields", fields);
        manifest.put("documents", documents);
        manifest.put("deleted", DELETED);
        manifest.put("answers", FormatAnswers.all(fields, documents, DELETED));
        manifest.put("groups", groups(fields, documents));
        save(manifest);
    }

    private static Map<String, Map<String, Object>> fields() {
        Map<String, Map<String, Object>> fields = new LinkedHashMap<>();
        fields.put("text.near", FormatFields.standard());
        fields.put(
                "text.exact",
                FormatFields.describe(
                        new Scheme(
                                Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.WORD, 2,
                                HashFunction.MURMUR3, 3,
                                SketchAlgorithm.FAST_SIMILARITY, 128, 1, new Banding(42, 3)),
                        true));
        fields.put(
                "text.characters",
                FormatFields.describe(
                        new Scheme(
                                Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.CHARACTER, 5,
                                HashFunction.FARMHASH, 7,
                                SketchAlgorithm.MINHASH, 140, 8, new Banding(70, 2)),
                        true));
        fields.put(
                "parts.text",
                FormatFields.describe(
                        new Scheme(
                                Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.WORD, 1,
                                HashFunction.KOMIHASH, 0,
                                SketchAlgorithm.SUPER_MINHASH, 64, 4, new Banding(20, 3)),
                        false));
        return fields;
    }

    private static Map<String, ?> properties(Map<String, Map<String, Object>> fields) {
        return Map.of(
                "text",
                Map.of(
                        "type", "text",
                        "fields",
                        Map.of(
                                "near", TestIndex.minHash(Map.of()),
                                "exact", TestIndex.minHash(fields.get("text.exact")),
                                "characters",
                                TestIndex.minHash(fields.get("text.characters")))),
                "parts",
                Map.of(
                        "type", "nested",
                        "properties",
                        Map.of("text", TestIndex.minHash(fields.get("parts.text")))));
    }

    private static void flush(TestIndex index, Map<String, Map<String, ?>> batch)
            throws IOException {
        index.putSources(batch, "");
        repositories.rest().call("POST", "/" + INDEX + "/_flush").ok();
        batch.clear();
    }

    private static Map<String, Object> groups(
            Map<String, Map<String, Object>> fields, Map<String, List<String>> documents) {
        Set<String> live = new TreeSet<>(documents.keySet());
        live.removeAll(DELETED);
        Map<String, Object> groups = new LinkedHashMap<>();
        fields.forEach((name, field) -> {
            FormatOracle oracle = new FormatOracle(FormatFields.scheme(field), documents);
            Map<String, Object> byVerify = new LinkedHashMap<>();
            for (String verify : List.of("signature", "exact")) {
                boolean exact = verify.equals("exact");
                if (name.startsWith("text.") && (exact == false || (boolean) field.get("exact"))) {
                    byVerify.put(
                            verify,
                            oracle.components(live, exact, FormatAnswers.MIN_SIMILARITY)
                                    .stream()
                                    .map(ArrayList::new)
                                    .collect(Collectors.toList()));
                }
            }
            groups.put(name, byVerify);
        });
        return groups;
    }

    private static void save(Map<String, ?> manifest) throws IOException {
        String kind = FormatFixture.SNAPSHOT;
        FormatFixture fixture = FormatFixture.toWrite(kind);
        RestCalls rest = repositories.rest();
        rest.put("/_snapshot/" + kind, Map.of("type", "fs", "settings", Map.of("location", kind)))
                .ok();
        rest.put("/_snapshot/" + kind + "/" + SNAPSHOT + "?wait_for_completion=true",
                Map.of("indices", INDEX, "include_global_state", false)).ok();
        fixture.write(manifest, repositories.directory(kind));
    }
}
