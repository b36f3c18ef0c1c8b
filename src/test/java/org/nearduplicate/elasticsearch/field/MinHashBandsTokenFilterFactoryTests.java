package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.nearduplicate.elasticsearch.Texts;

/** The token filter {@code minhash_bands} in the settings of an index. */
public class MinHashBandsTokenFilterFactoryTests extends MinHashMapperTestCase {

    private static final String TEXT = "one text that a reader takes for the other one";

    /** Whatever the parameters, a field indexes what its tokens become by the filter. */
    public void testSameTermsAsAFieldOfTheSameParameters() throws IOException {
        Map<String, Object> parameters = randomParameters();
        List<String> ofField =
                indexValue(
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
        assertThat(parameters.toString(), terms(filter(parameters), TEXT), equalTo(ofField));
    }

    public void testSameTermsAsAFieldWithDefaults() throws IOException {
        List<String> ofField =
                indexValue(
                        createDocumentMapper(minHash(b -> b.field("analyzer", "standard"))),
                        TEXT)
                        .terms();
        assertThat(terms(filter(Map.of()), TEXT), equalTo(ofField));
        assertThat(terms(analyzer("minhash_bands", Settings.EMPTY), TEXT), equalTo(ofField));
    }

    public void testEveryParameterChangesTheTerms() throws IOException {
        Map<String, Object> others =
                Map.of(
                        "shingle_unit", "character",
                        "shingle_size", 2,
                        "hash_count", 64,
                        "sketch", "minhash",
                        "hash_function", "komihash",
                        "seed", 1);
        assertEachChangesTheTerms(Map.of("bands", 9, "rows", 7), others);
        assertEachChangesTheTerms(Map.of("similarity", 0.7), others);
        assertEachChangesTheTerms(Map.of(), Map.of("similarity", 0.7, "recall", 0.9));
    }

    private void assertEachChangesTheTerms(Map<String, Object> base, Map<String, Object> others)
            throws IOException {
        List<String> terms = terms(filter(base), TEXT);
        for (Map.Entry<String, Object> other : others.entrySet()) {
            Map<String, Object> changed = new TreeMap<>(base);
            changed.put(other.getKey(), other.getValue());
            assertNotEquals(other.toString(), terms, terms(filter(changed), TEXT));
        }
    }

    public void testAsManyTermsAsBands() throws IOException {
        int bands = between(1, 128);
        assertThat(terms(filter(Map.of("bands", bands, "rows", 1)), TEXT), hasSize(bands));
    }

    public void testTextWithoutTokensHasNoTerms() throws IOException {
        assertThat(terms(filter(Map.of()), " "), hasSize(0));
    }

    public void testValuesOutOfRange() {
        assertRefused(
                Map.of("signature_bits", "8 bits"),
                "[signature_bits] must be one of [1, 2, 4, 8], got [8 bits]");
        assertRefused(
                Map.of("shingle_unit", "byte"),
                "[shingle_unit] must be one of [word, character], got [byte]");
        assertRefused(
                Map.of("bands", 20),
                "[bands] and [rows] must be given together, got only [bands] [20]");
    }

    public void testOneFactoryServesManyStreams() throws IOException {
        TokenFilterFactory factory =
                Analyzers
                        .analysis(createIndexSettings(getVersion(), settings(Map.of()))).tokenFilter
                        .get("near");
        assertThat(factory, instanceOf(MinHashBandsTokenFilterFactory.class));
        assertThat(factory.name(), equalTo("near"));
        try (Analyzer standard = createIndexAnalyzers(
                createIndexSettings(getVersion(), Settings.EMPTY)).get("standard")) {
            String other = Texts.random();
            List<String> first = terms(factory, standard, TEXT);
            List<String> second = terms(factory, standard, other);
            assertThat(terms(factory, standard, TEXT), equalTo(first));
            assertThat(terms(factory, standard, other), equalTo(second));
            assertNotEquals(first, second);
        }
    }

    private static List<String> terms(TokenFilterFactory factory, Analyzer analyzer, String text) {
        TokenStream tokens = analyzer.tokenStream(FIELD, text);
        return IndexedSketch.terms(factory.create(tokens));
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
            parameters.put("rows", between(1, 4));
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
