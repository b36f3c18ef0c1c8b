package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.ReferenceBands;

/** The token filter {@code minhash_bands} in the settings of an index. */
public class MinHashBandsTokenFilterFactoryTests extends MinHashMapperTestCase {

    private static final String TEXT = "one text that a reader takes for the other one";

    /** Whatever the parameters, a field indexes what its tokens become by the filter, which ends the terms. */
    public void testTermsAreThoseOfAFieldOfTheSameParametersEnded() throws IOException {
        Map<String, Object> parameters = randomParameters();
        List<String> ofField = ofField(parameters);
        int rows = BandChoice.resolve(
                (Integer) parameters.get("bands"), (Integer) parameters.get("rows"),
                (Double) parameters.get("similarity"), (Double) parameters.get("recall"),
                (int) parameters.get("hash_count")).taken().rows();
        assertEnded(ofField, rows, terms(filter(parameters), TEXT));
    }

    public void testDefaultsEndAfterTheRowsOfTheDefaultSimilarity() throws IOException {
        List<String> ofField = ofField(Map.of());
        NamedAnalyzer defaults = filter(Map.of());
        assertEnded(ofField, 5, terms(defaults, TEXT));
        assertThat(terms(defaults, " "), hasSize(0));
        assertEnded(ofField, 5, terms(defaults, TEXT));
        assertEnded(ofField, 5, terms(analyzer("minhash_bands", Settings.EMPTY), TEXT));
        assertEnded(ofField, 2, terms(filter(Map.of("similarity", 0.6, "bands", 12)), TEXT));
    }

    /** Returns the terms of a field of the analyzer {@code standard}. */
    private List<String> ofField(Map<String, Object> parameters) throws IOException {
        return indexValue(
                createDocumentMapper(
                        minHash(
                                b -> {
                                    b.field("analyzer", "standard");
                                    for (String name : parameters.keySet()) {
                                        b.field(name, parameters.get(name));
                                    }
                                })),
                TEXT)
                .terms();
    }

    private static void assertEnded(List<String> terms, int rows, List<String> ended) {
        assertThat(ended, hasSize(terms.size()));
        for (int band = 0; band < terms.size(); band++) {
            String prefix = ReferenceBands.prefix(terms.get(band), rows);
            String whole = ReferenceBands.prefix(ended.get(band), 6);
            assertThat(whole, equalTo(prefix + "0".repeat(whole.length() - prefix.length())));
        }
    }

    public void testValuesOutOfRange() {
        assertRefused(
                Map.of("exact", true),
                "unknown parameter [exact] on token filter [near] of type [minhash_bands], expected one of"
                        + " [shingle_unit, shingle_size, similarity, recall, bands, rows, hash_count,"
                        + " signature_bits, sketch, hash_function, seed, scheme_version]");
        assertRefused(
                Map.of("signature_bits", "8 bits"),
                "[signature_bits] must be one of [1, 2, 4, 8], got [8 bits]");
        assertRefused(
                Map.of("bands", 100),
                "[bands] × [rows] must be at most [hash_count] 192, got [100] × [2] = 200");
    }

    private static Map<String, Object> randomParameters() {
        Map<String, Object> parameters = new TreeMap<>();
        parameters.put("shingle_unit", randomFrom("word", "character"));
        parameters.put("shingle_size", between(1, 64));
        parameters.put("hash_count", between(16, 1024));
        parameters.put("sketch", randomFrom("super_minhash", "minhash"));
        parameters.put("signature_bits", randomFrom(1, 2, 4, 8));
        parameters.put("hash_function", randomFrom("xxh3", "murmur3", "farmhash", "komihash"));
        parameters.put("seed", randomNonNegativeInt());
        if (randomBoolean()) {
            parameters.put("similarity", randomDoubleBetween(0.8, 1, true));
            parameters.put("recall", randomDoubleBetween(0.01, 0.95, true));
        } else {
            parameters.put("bands", between(1, 4));
            parameters.put("rows", between(2, 4));
        }
        return parameters;
    }

    /** Returns an analyzer of the tokenizer {@code standard} and the filter. */
    private NamedAnalyzer filter(Map<String, Object> parameters) {
        return analyzer("near", settings(parameters));
    }

    private NamedAnalyzer analyzer(String filter, Settings filters) {
        Settings settings =
                Settings.builder()
                        .put(filters)
                        .put("index.analysis.analyzer.bands.type", "custom")
                        .put("index.analysis.analyzer.bands.tokenizer", "standard")
                        .put("index.analysis.analyzer.bands.filter", filter)
                        .build();
        return Analyzers.of(createIndexSettings(getVersion(), settings)).get("bands");
    }

    private static Settings settings(Map<String, Object> parameters) {
        Settings.Builder settings =
                Settings.builder().put("index.analysis.filter.near.type", "minhash_bands");
        parameters.forEach(
                (name, value) -> settings.put("index.analysis.filter.near." + name, "" + value));
        return settings.build();
    }

    private static List<String> terms(Analyzer analyzer, String text) throws IOException {
        return IndexedSketch.terms(analyzer.tokenStream(FIELD, text));
    }

    private void assertRefused(Map<String, Object> parameters, String message) {
        IllegalArgumentException refusal =
                expectThrows(IllegalArgumentException.class, () -> filter(parameters));
        assertThat(refusal.getMessage(), equalTo(message));
    }
}
