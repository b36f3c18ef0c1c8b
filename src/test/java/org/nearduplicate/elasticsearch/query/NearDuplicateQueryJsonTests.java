package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShareOf;

/** A query as JSON: its defaults, and what is refused with the parameter in brackets. */
public class NearDuplicateQueryJsonTests extends ESTestCase {

    private static final Like.Texts TEXT = new Like.Texts(List.of("some text"));

    private static final String EVERYTHING =
            """
                    "_name": "mine", "boost": 2, "ignore_unmapped": true, "verify": "exact",
                    "max_bucket_size": 1000, "include_self": true, "min_similarity": 0.75, "recall": 0.95,
                    "like": "some text", "field": "f"
                    """;

    public void testFieldAndLikeAreEnough() throws IOException {
        assertThat(
                parse("\"field\": \"f\", \"like\": \"some text\""),
                equalTo(new NearDuplicateQueryBuilder("f", TEXT, Queries.DEFAULT)));
        assertThat(
                Queries.DEFAULT,
                equalTo(new QueryOptions(null, null, null, ShareOf.UNION, false, null, false)));
    }

    public void testEverything() throws IOException {
        NearDuplicateQueryBuilder expected =
                new NearDuplicateQueryBuilder(
                        "f", TEXT,
                        new QueryOptions(0.75, 0.95, Verify.EXACT, ShareOf.UNION, true, 1000,
                                true));
        expected.boost(2).queryName("mine");
        assertThat(parse(EVERYTHING), equalTo(expected));
    }

    public void testNumbersMayBeTexts() throws IOException {
        assertThat(
                options("\"min_similarity\": \"0.75\", \"max_bucket_size\": \"10\""),
                equalTo(new QueryOptions(0.75, null, null, ShareOf.UNION, false, 10, false)));
    }

    public void testOneIsTheHighestSimilarity() throws IOException {
        assertThat(options("\"min_similarity\": 1").minSimilarity(), equalTo(1.0));
    }

    public void testMinSimilarityOfAnotherType() {
        assertRefused(
                "\"min_similarity\": [0.8]",
                "[min_similarity] must be a number in (0,1], got [START_ARRAY]");
        assertRefused(
                "\"min_similarity\": \"high\"",
                "[min_similarity] must be a number in (0,1], got [high]");
    }

    public void testRecallIsAProbabilityThatIsNotCertain() {
        for (String wrong : List.of("0", "1", "-0.5", "2", "\"many\"", "null")) {
            assertRefused(
                    "\"recall\": " + wrong,
                    "[recall] must be a number in (0,1), got [" + wrong.replace("\"", "") + "]");
        }
    }

    public void testChoices() {
        for (String wrong : List.of("both", "EXACT", "1")) {
            assertRefused(
                    "\"verify\": \"" + wrong + "\"",
                    "[verify] must be one of [signature, exact], got [" + wrong + "]");
            assertRefused(
                    "\"share_of\": \"" + wrong + "\"",
                    "[share_of] must be one of [union, like, document], got [" + wrong + "]");
        }
    }

    public void testSwitches() {
        String name = randomFrom("include_self", "ignore_unmapped");
        for (String wrong : List.of("\"yes\"", "1", "null")) {
            assertRefused(
                    "\"" + name + "\": " + wrong,
                    "[" + name + "] must be [true] or [false], got [" + wrong.replace("\"", "")
                            + "]");
        }
    }

    public void testUnknownParameterSuggestsTheNearest() {
        assertRefused(
                "\"min_similarty\": 0.8",
                "[near_duplicate] unknown field [min_similarty] did you mean [min_similarity]?");
    }

    public void testFieldAndLikeAreRequired() {
        assertThat(
                message("\"field\": \"f\""),
                containsString("[like] must be given, got [null]"));
        assertThat(
                message("\"like\": \"some text\""),
                containsString("[field] must be given, got [null]"));
    }

    private void assertRefused(String parameter, String message) {
        assertThat(
                message("\"field\": \"f\", \"like\": \"some text\", " + parameter),
                containsString(message));
    }

    /** Returns the first message: every reason is in it, and in an IllegalArgumentException, which is a 400. */
    private String message(String parameters) {
        return expectThrows(IllegalArgumentException.class, () -> parse(parameters)).getMessage();
    }

    private QueryOptions options(String parameters) throws IOException {
        return QueryParts.of(parse("\"field\": \"f\", \"like\": \"some text\", " + parameters))
                .options();
    }

    private NearDuplicateQueryBuilder parse(String parameters) throws IOException {
        try (XContentParser parser =
                createParser(JsonXContent.jsonXContent, "{" + parameters + "}")) {
            return NearDuplicateQueryBuilder.fromXContent(parser);
        }
    }

    public void testNullIsRefusedLikeOtherValues() {
        for (String name : List.of("min_similarity", "verify", "max_bucket_size")) {
            assertRefused("\"" + name + "\": null", "got [null]");
            assertRefused("\"" + name + "\": null", "[" + name + "] must be ");
        }
    }

    public void testOptionsAreCheckedWhereverTheyComeFrom() {
        for (double wrong : new double[] {0, -1, 1.5, Double.NaN, Double.POSITIVE_INFINITY}) {
            expectThrows(
                    IllegalArgumentException.class,
                    () -> new QueryOptions(wrong, null, null));
        }
        for (double wrong : new double[] {0, 1, -1, Double.NaN}) {
            expectThrows(
                    IllegalArgumentException.class,
                    () -> new QueryOptions(null, wrong, null));
        }
        for (int wrong : new int[] {0, -1, Integer.MIN_VALUE}) {
            expectThrows(
                    IllegalArgumentException.class,
                    () -> new QueryOptions(null, null, null, ShareOf.UNION, false, wrong, false));
        }
    }

    /** For all documents only the plugin itself asks. */
    public void testNoUserCanAskForAllDocuments() throws IOException {
        NearDuplicateQueryBuilder every =
                NearDuplicateQueryBuilder.ofEveryDocument("f", TEXT.texts(), Verify.EXACT);
        NearDuplicateQueryBuilder near =
                NearDuplicateQueryBuilder.ofTexts("f", TEXT.texts(), null, null, Verify.EXACT);
        assertThat(every, not(equalTo(near)));
        String json = Strings.toString(every);
        assertThat(
                message(
                        json.substring(
                                "{\"near_duplicate\":{".length(), json.length() - "}}".length())),
                containsString("unknown field [every_document]"));
    }
}
