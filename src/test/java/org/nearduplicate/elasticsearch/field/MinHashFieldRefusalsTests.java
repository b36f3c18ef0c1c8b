package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.xcontent.XContentBuilder;

/** A wrong mapping is refused with the parameter in brackets, its range and what it got. */
public class MinHashFieldRefusalsTests extends MinHashMapperTestCase {

    public void testShingleUnit() throws IOException {
        assertRefused(
                "shingle_unit", "must be one of [word, character]", "words", "WORD", "", 1, true);
    }

    public void testShingleSize() throws IOException {
        assertRefused(
                "shingle_size", "must be a whole number between 1 and 64",
                0, 65, -1, 2.5, "three", "", true, Long.MAX_VALUE, List.of(3), Map.of("n", 3));
    }

    public void testSimilarity() throws IOException {
        assertRefused(
                "similarity", "must be a number in (0,1]",
                0.0, 1.0000001, -0.5, "high", "", "NaN", "Infinity", true, List.of(0.8));
    }

    public void testRecall() throws IOException {
        assertRefused(
                "recall", "must be a number in (0,1)",
                0.0, 1.0, 1.5, -0.5, "NaN", "-Infinity", "most");
    }

    public void testHashCount() throws IOException {
        assertRefused(
                "hash_count", "must be a whole number between 16 and 1024",
                15, 1025, -128, 0, 100.5, "1e-9", "many");
    }

    public void testSketch() throws IOException {
        assertRefused("sketch", "must be one of [fast_similarity, super_minhash, minhash]",
                "simhash", "MINHASH", 1);
    }

    public void testSignatureBits() throws IOException {
        assertRefused(
                "signature_bits", "must be one of [1, 2, 4, 8]",
                3, 0, 16, -1, 2.5, "8 bits", "", true);
    }

    public void testHashFunction() throws IOException {
        assertRefused(
                "hash_function", "must be one of [xxh3, murmur3, farmhash, komihash]",
                "md5", "xxh64", 0);
    }

    public void testSeed() throws IOException {
        assertRefused(
                "seed", "must be a whole number between 0 and 2147483647",
                -1, 2147483648L, 0.5, "seed");
    }

    public void testExact() throws IOException {
        assertRefused("exact", "must be [true] or [false]", "yes", "TRUE", 1, "");
    }

    public void testPassages() throws IOException {
        assertRefused(
                "passages", "must be a whole number between 2 and 64",
                1, 65, 0, -16, 2.5, "many", "", true, List.of(16));
    }

    public void testSchemeVersion() throws IOException {
        assertRefused(
                "scheme_version", "must be 1, the only value that this version of the plugin knows",
                0, 2, "latest");
    }

    public void testBands() throws IOException {
        for (Object wrong : Arrays.asList(0, 1025, -1, 1.5, "some")) {
            assertRefused(
                    Map.of("bands", wrong, "rows", 1),
                    "[bands] must be a whole number between 1 and 1024, got [" + wrong + "]");
        }
    }

    public void testRows() throws IOException {
        for (Object wrong : Arrays.asList(0, 1025, -1, 1.5, "some")) {
            assertRefused(
                    Map.of("bands", 1, "rows", wrong),
                    "[rows] must be a whole number between 1 and 1024, got [" + wrong + "]");
        }
    }

    public void testBandsWithoutRows() throws IOException {
        assertRefused(
                Map.of("bands", 20),
                "[bands] and [rows] must be given together, got only [bands] [20]");
    }

    public void testRowsWithoutBands() throws IOException {
        assertRefused(
                Map.of("rows", 5),
                "[bands] and [rows] must be given together, got only [rows] [5]");
    }

    public void testMoreBandsTimesRowsThanHashes() throws IOException {
        assertRefused(
                Map.of("bands", 49, "rows", 4),
                "[bands] × [rows] must be at most [hash_count] 192, got [49] × [4] = 196");
        assertRefused(
                Map.of("bands", 1024, "rows", 1024),
                "[bands] × [rows] must be at most [hash_count] 192,"
                        + " got [1024] × [1024] = 1048576");
    }

    public void testGoalThatTheHashesCannotMeet() throws IOException {
        assertRefused(
                Map.of("similarity", 0.01, "recall", 0.99),
                "[similarity] [0.01] with [recall] [0.99] needs a [hash_count] of at least 459,"
                        + " got [192]");
    }

    public void testBandsAndRowsThatMissTheGoal() throws IOException {
        assertRefused(
                Map.of("bands", 20, "rows", 5, "similarity", 0.5, "recall", 0.99),
                "[bands] 20 and [rows] 5 find pairs of [similarity] [0.5] with probability 0.4701,"
                        + " below [recall] [0.99]");
    }

    public void testUnknownParameter() throws IOException {
        assertRefused(
                Map.of("shingles", 3),
                "unknown parameter [shingles] on mapper [field] of type [minhash]");
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

    public void testFieldWherePrintsAreKept() throws IOException {
        assertKeptFor("passages", 16, null, "_prints", "[passages] keeps its prints");
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

    private void assertRefused(String parameter, String expected, Object... wrongValues)
            throws IOException {
        for (Object wrong : wrongValues) {
            assertRefused(
                    Map.of(parameter, wrong),
                    "[" + parameter + "] " + expected + ", got [" + wrong + "]");
        }
    }

    private void assertRefused(Map<String, Object> parameters, String message)
            throws IOException {
        MapperParsingException refusal =
                expectThrows(
                        MapperParsingException.class,
                        () -> createMapperService(
                                fieldMapping(
                                        b -> {
                                            b.field("type", "minhash");
                                            for (String name : parameters.keySet()) {
                                                b.field(name, parameters.get(name));
                                            }
                                        })));
        assertThat(refusal.getMessage(), containsString(message));
    }
}
