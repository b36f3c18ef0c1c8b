package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.xcontent.XContentBuilder;

/** A wrong mapping is refused with the parameter in brackets, its range and what it got. */
public class MinHashFieldRefusalsTests extends MinHashMapperTestCase {

    /** A wrong value of each kind of parameter; all of them are tested with the parameters themselves. */
    public void testWrongValues() throws IOException {
        assertRefused(
                Map.of("shingle_size", List.of(3)),
                "[shingle_size] must be a whole number between ");
        assertRefused(
                Map.of("seed", Map.of("n", 3)), "[seed] must be a whole number between ");
        assertRefused(Map.of("similarity", true), "[similarity] must be a number in (0,1]");
        assertRefused(Map.of("recall", ""), "[recall] must be a number in (0,1)");
        Map<String, String> choices = Map.of(
                "shingle_unit", "[word, character]",
                "sketch", "[fast_similarity, super_minhash, minhash]",
                "hash_function", "[xxh3, murmur3, farmhash, komihash]",
                "signature_bits", "[1, 2, 4, 8]");
        for (String choice : choices.keySet()) {
            assertRefused(
                    Map.of(choice, 3),
                    "[" + choice + "] must be one of " + choices.get(choice) + ", got [3]");
        }
        for (Object wrong : List.of(1, 65, "many")) {
            assertRefused(
                    Map.of("passages", wrong),
                    "[passages] must be a whole number between 2 and 64, got [" + wrong + "]");
        }
        for (Object wrong : List.of("TRUE", 1, "")) {
            assertRefused(Map.of("exact", wrong), "[exact] must be [true] or [false], got [");
        }
    }

    public void testBandsAndRowsThatCannotBe() throws IOException {
        assertRefused(
                Map.of("bands", 65, "rows", 3),
                "[bands] \u00D7 [rows] must be at most [hash_count] 192, got [65] \u00D7 [3] = 195");
        assertRefused(
                Map.of("similarity", 0.2), "needs a [hash_count] of at least 224, got [192]");
        assertRefused(
                Map.of("bands", 4, "rows", 4, "similarity", 0.5, "recall", 0.9),
                "below [recall] [0.9]");
    }

    public void testUnknownParameter() throws IOException {
        String common = randomFrom("store", "index", "doc_values", "null_value", "search_analyzer");
        assertRefused(
                Map.of(common, "true"),
                "unknown parameter [" + common + "] on mapper [field] of type [minhash]");
    }

    public void testUnknownAnalyzer() throws IOException {
        assertRefused(
                Map.of("analyzer", "swedish_chef"),
                "analyzer [swedish_chef] has not been configured");
    }

    /** As with updateable synonyms. */
    public void testAnalyzerThatCanChange() {
        Settings analysis = Settings.builder()
                .put("index.analysis.filter.words.type", "updateable")
                .put("index.analysis.analyzer.reloaded.tokenizer", "standard")
                .put("index.analysis.analyzer.reloaded.filter", "words")
                .build();
        MapperParsingException refusal = expectThrows(
                MapperParsingException.class,
                () -> createMapperService(analysis, minHash(b -> b.field("analyzer", "reloaded"))));
        assertThat(
                refusal.getMessage(),
                containsString(
                        "analyzer [reloaded] contains filters [words] that are not allowed"));
    }

    public void testNull() throws IOException {
        String parameter =
                randomFrom("analyzer", "shingle_size", "similarity", "bands", "exact", "passages");
        MapperParsingException refusal =
                expectThrows(
                        MapperParsingException.class,
                        () -> createMapperService(minHash(b -> b.nullField(parameter))));
        assertThat(
                refusal.getMessage(),
                containsString(
                        "[" + parameter + "] on mapper [field] of type [minhash] must not have a"
                                + " [null] value"));
    }

    /** A document would be refused otherwise, and the reader of its shingle set would get a text. */
    public void testFieldWhereShingleSetsAreKept() throws IOException {
        assertKeptFor("exact", true, false, "_shingles", "[exact] true keeps its shingle sets");
    }

    public void testFieldWhereSampledShinglesAreKept() throws IOException {
        assertKeptFor("passages", 16, null, "_prints", "[passages] keeps its sampled shingles");
    }

    private void assertKeptFor(
            String parameter, Object value, Object without, String name, String what)
            throws IOException {
        String refusal =
                "field [field] of type [minhash] with " + what + " in [field." + name
                        + "], which must not be another field";
        XContentBuilder both = withField(name, parameter, value);
        assertThat(
                expectThrows(IllegalArgumentException.class, () -> createMapperService(both))
                        .getMessage(),
                containsString(refusal));
        MapperService mappers = createMapperService(minHash(b -> b.field(parameter, value)));
        XContentBuilder again = withField(name, parameter, value);
        assertThat(
                expectThrows(IllegalArgumentException.class, () -> merge(mappers, again))
                        .getMessage(),
                containsString(refusal));
        DocumentMapper other =
                createMapperService(withField(name, parameter, without)).documentMapper();
        assertThat(
                other.parse(source(b -> b.field(FIELD, "one two three"))).rootDoc()
                        .getFields("field." + name).size(),
                equalTo(1));
    }

    private static XContentBuilder withField(String name, String parameter, Object value)
            throws IOException {
        return minHash(b -> {
            if (value != null) {
                b.field(parameter, value);
            }
            b.startObject("fields");
            property(b, name, "keyword");
            b.endObject();
        });
    }

    private void assertRefused(Map<String, Object> parameters, String message)
            throws IOException {
        MapperParsingException refusal =
                expectThrows(
                        MapperParsingException.class,
                        () -> createMapperService(
                                minHash(
                                        b -> {
                                            for (String name : parameters.keySet()) {
                                                b.field(name, parameters.get(name));
                                            }
                                        })));
        assertThat(refusal.getMessage(), containsString(message));
    }
}
