package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;
import org.nearduplicate.tuning.BandLists;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.ParameterGrid;

/** A request as JSON: its defaults, its lists, and what is refused with the parameter in brackets. */
public class TuneParserTests extends ESTestCase {

    private static final ParameterGrid DEFAULT_GRID =
            new ParameterGrid(
                    List.of("near_duplicate"), List.of(ShingleUnit.WORD), List.of(3),
                    List.of(HashFunction.XXH3), List.of(SketchAlgorithm.FAST_SIMILARITY),
                    List.of(96, 192, 384), List.of(2), new BandLists(List.of(), List.of(), 0.99),
                    List.of(0.8), List.of(), 50);

    private static final List<String> LISTS = List.of(
            "analyzer", "shingle_unit", "shingle_size", "hash_function", "sketch", "hash_count",
            "signature_bits", "bands", "rows", "similarity", "passages");

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(
                new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());
    }

    public void testFieldIsEnough() throws IOException {
        assertThat(
                parse("{\"field\": \"f\"}"),
                equalTo(
                        new TuneParameters(
                                "f", new MatchAllQueryBuilder(), 2_000, 0, DEFAULT_GRID,
                                new Objective(Objective.Kind.LOWEST_COST, 0.99, null))));
    }

    public void testEverything() throws IOException {
        TuneParameters parameters = parse(
                """
                        {
                          "field": "f", "query": {"term": {"tag": "a"}}, "sample_size": 3, "seed": 4,
                          "analyzer": ["standard", "mine"], "shingle_unit": ["character", "word"],
                          "shingle_size": [5, 6], "hash_count": [32, 64], "bands": [7, 8],
                          "rows": [2, 3], "hash_function": ["murmur3", "xxh3"],
                          "sketch": ["minhash", "super_minhash"], "signature_bits": [1, 8], "similarity": [0.5, 1],
                          "passages": [8, 16], "shortest_passage": 30,
                          "verify": "exact", "objective": "lowest_cost", "recall": 0.9, "noise": 0.2
                        }""");
        ParameterGrid grid = new ParameterGrid(
                List.of("standard", "mine"), List.of(ShingleUnit.CHARACTER, ShingleUnit.WORD),
                List.of(5, 6), List.of(HashFunction.MURMUR3, HashFunction.XXH3),
                List.of(SketchAlgorithm.MINHASH, SketchAlgorithm.SUPER_MINHASH), List.of(32, 64),
                List.of(1, 8),
                new BandLists(List.of(7, 8), List.of(2, 3), 0.9), List.of(0.5, 1.0),
                List.of(8, 16), 30);
        assertThat(
                parameters,
                equalTo(
                        new TuneParameters(
                                "f", new TermQueryBuilder("tag", "a"), 3, 4, grid,
                                new Objective(Objective.Kind.LOWEST_COST, 0.9, 0.2))));
    }

    public void testPassagesOrTheirLengthAreEnough() throws IOException {
        assertThat(grid("\"passages\": 16").oneIn(), equalTo(List.of(16)));
        assertThat(grid("\"passages\": 16").shortestPassage(), equalTo(50));
        TuneParameters parameters =
                parse("{\"field\": \"f\", \"shortest_passage\": 20, \"recall\": 0.9}");
        assertThat(parameters.grid().oneIn(), equalTo(List.of(4, 8, 16, 32, 64)));
        assertThat(parameters.grid().shortestPassage(), equalTo(20));
        assertThat(parameters.objective().recall(), equalTo(0.9));
    }

    public void testOneValueNeedsNoArray() throws IOException {
        Map<String, String> values = Map.of(
                "analyzer", "\"a\"", "shingle_unit", "\"character\"", "shingle_size", "5",
                "hash_count", "\"32\"", "bands", "7", "rows", "\"2\"", "hash_function",
                "\"farmhash\"", "sketch", "\"minhash\"", "signature_bits", "4", "similarity",
                "0.7");
        for (Map.Entry<String, String> each : values.entrySet()) {
            String name = "\"" + each.getKey() + "\": ";
            assertThat(
                    grid(name + each.getValue()),
                    equalTo(grid(name + "[" + each.getValue() + "]")));
        }
    }

    public void testAValueGivenTwiceCountsOnce() throws IOException {
        ParameterGrid grid = grid(
                "\"shingle_size\": [4, 2, \"4\", 2.0], \"analyzer\": [\"b\", \"a\", \"b\"],"
                        + " \"similarity\": [0.8, 0.80]");
        assertThat(grid.shingleSizes(), equalTo(List.of(4, 2)));
        assertThat(grid("\"rows\": [4, 2, 4]").bandLists().rows(), equalTo(List.of(4, 2)));
        assertThat(grid.analyzers(), equalTo(List.of("b", "a")));
        assertThat(grid.similarities(), equalTo(List.of(0.8)));
    }

    public void testBandsAndRowsCanBeChosen() throws IOException {
        assertThat(
                grid("\"bands\": \"auto\", \"rows\": \"auto\"").bandLists(),
                equalTo(new BandLists(List.of(), List.of(), 0.99)));
        assertThat(
                grid("\"bands\": [5], \"rows\": \"auto\"").bandLists(),
                equalTo(new BandLists(List.of(5), List.of(), 0.99)));
        assertRefused("\"bands\": [\"auto\"]",
                "[bands] must be a whole number between 1 and 512, got [auto]");
    }

    /** Counted before they are made one, so that a body of millions is not read to its end. */
    public void testLongListsAreRefused() throws IOException {
        assertThat(grid("\"bands\": " + list(50)).bandLists().bands().size(), equalTo(50));
        for (String name : List.of("bands", "shingle_size")) {
            assertRefused(
                    "\"" + name + "\": " + list(51),
                    "[" + name + "] must have at most [50] values, got more");
        }
        String twice = IntStream.range(0, 51).mapToObj(i -> "\"a\"")
                .collect(Collectors.joining(",", "[", "]"));
        assertRefused("\"analyzer\": " + twice, "[analyzer] must have at most [50] values");
    }

    public void testValuesOfLists() {
        for (String name : LISTS) {
            assertRefused("\"" + name + "\": true", "[" + name + "] must be ", "got [true]");
            assertRefused("\"" + name + "\": []", "[" + name + "] must have at least one value");
            for (String wrong : List.of("[[1]]", "[{}]", "{}")) {
                assertRefused(
                        "\"" + name + "\": " + wrong, "[" + name + "] must be a value or an array");
            }
        }
        assertRefused("\"hash_function\": null", "[hash_function] must be one of [", "got [null]");
        assertRefused("\"sketch\": [\"minhash\", \"max\"]", "[sketch]", "got [max]");
        for (String wrong : List.of("\"\"", "null", "5", "[\"\"]", "[null]", "[7]")) {
            assertRefused("\"analyzer\": " + wrong, "[analyzer] must be a name or names, got [");
        }
    }

    public void testNumbersOutOfBounds() {
        Map<String, List<Integer>> bounds = Map.of(
                "sample_size", List.of(2, 10_000), "seed", List.of(0, Integer.MAX_VALUE),
                "shingle_size", List.of(1, 64), "hash_count", List.of(16, 1_024),
                "bands", List.of(1, 512), "rows", List.of(2, 6), "passages", List.of(2, 64));
        bounds.forEach((name, bound) -> {
            long below = bound.getFirst() - 1L;
            long above = bound.getLast() + 1L;
            for (Object wrong : Arrays.asList(below, above, 2.5, "\"x\"", null)) {
                assertRefused(
                        "\"" + name + "\": " + wrong, "[" + name + "]",
                        "between " + bound.getFirst() + " and " + bound.getLast(), "got [");
            }
        });
        for (Object wrong : Arrays.asList(0, -0.5, 1.0001, "\"high\"", null)) {
            assertRefused("\"similarity\": " + wrong, "[similarity]", "(0,1]", "got [");
        }
        assertRefused("\"recall\": 1", "[recall]", "(0,1)", "got [1]");
        assertRefused("\"noise\": 0", "[noise]", "(0,1)", "got [0]");
    }

    public void testField() {
        assertBodyRefused("{}", "[field] must be given");
        assertBodyRefused("{\"field\": \"\"}", "[field] must be given, got []");
        assertBodyRefused("{\"field\": \"ne*\"}", "[field] must be one field", "[ne*]");
        assertBodyRefused("{\"field\": [\"f\"]}", "[field] must be a text", "[START_ARRAY]");
    }

    public void testObjectives() throws IOException {
        Objective cheapest = new Objective(Objective.Kind.LOWEST_COST, 0.99, null);
        assertThat(objective("\"verify\": \"exact\""), equalTo(cheapest));
        assertThat(objective("\"objective\": \"lowest_cost\""), equalTo(cheapest));
        for (Objective.Kind kind : List.of(
                Objective.Kind.SIGNATURE_F1, Objective.Kind.SIGNATURE_RECALL,
                Objective.Kind.SIGNATURE_PRECISION)) {
            String named = "\"objective\": \"" + ChoiceParameter.nameOf(kind) + "\"";
            assertThat(
                    objective("\"verify\": \"signature\", " + named),
                    equalTo(new Objective(kind, 0.99, null)));
            assertRefused(
                    named,
                    "[objective] [" + ChoiceParameter.nameOf(kind)
                            + "] needs [verify] [signature], got [verify] [exact]");
        }
        assertThat(
                objective("\"verify\": \"signature\"").kind(),
                equalTo(Objective.Kind.SIGNATURE_F1));
        assertRefused(
                "\"verify\": \"signature\", \"objective\": \"lowest_cost\"",
                "[objective] [lowest_cost] needs [verify] [exact], got [verify] [signature]");
        assertRefused("\"verify\": \"all\"", "[verify] must be one of [signature, exact]");
        assertRefused(
                "\"objective\": \"all\"",
                "[lowest_cost, signature_f1, signature_recall, signature_precision]");
    }

    private Objective objective(String parameters) throws IOException {
        return parse("{\"field\": \"f\", " + parameters + "}").objective();
    }

    public void testBudgets() throws IOException {
        assertThat(
                objective("\"recall\": 0.9, \"noise\": 0.2"),
                equalTo(new Objective(Objective.Kind.LOWEST_COST, 0.9, 0.2)));
        String signature = "\"verify\": \"signature\", ";
        assertRefused(
                signature + "\"recall\": 0.9",
                "[recall] needs [verify] [exact] or [passages], got [0.9] with [verify] [signature]");
        assertRefused(
                signature + "\"noise\": 0.9, \"passages\": 4",
                "[noise] needs [verify] [exact], got [0.9] with [verify] [signature]");
        assertThat(
                objective(signature + "\"recall\": 0.9, \"passages\": 4").recall(), equalTo(0.9));
    }

    private ParameterGrid grid(String lists) throws IOException {
        return parse("{\"field\": \"f\", " + lists + "}").grid();
    }

    private static String list(int values) {
        return IntStream.rangeClosed(1, values).mapToObj(Integer::toString)
                .collect(Collectors.joining(",", "[", "]"));
    }

    private void assertRefused(String parameters, String... reasons) {
        assertBodyRefused("{\"field\": \"f\", " + parameters + "}", reasons);
    }

    private void assertBodyRefused(String body, String... reasons) {
        Exception refusal = expectThrows(Exception.class, () -> parse(body));
        assertThat(body, ExceptionsHelper.status(refusal), equalTo(RestStatus.BAD_REQUEST));
        for (String reason : reasons) {
            assertThat(body, refusal.getMessage(), containsString(reason));
        }
    }

    private TuneParameters parse(String body) throws IOException {
        return TuneParameters.of(Requests.of(xContentRegistry(), body));
    }
}
