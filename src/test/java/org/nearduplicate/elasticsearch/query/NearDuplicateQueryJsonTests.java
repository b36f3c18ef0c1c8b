package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.sets.ShareOf;

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
                equalTo(new QueryOptions(null, null, null, ShareOf.UNION, null, false, null,
                        false, IgnoredTexts.NONE)));
    }

    public void testEverything() throws IOException {
        NearDuplicateQueryBuilder expected =
                new NearDuplicateQueryBuilder(
                        "f", TEXT,
                        new QueryOptions(0.75, 0.95, Verify.EXACT, ShareOf.UNION, null, true, 1000,
                                true, IgnoredTexts.NONE));
        expected.boost(2).queryName("mine");
        assertThat(parse(EVERYTHING), equalTo(expected));
    }

    /** One wrong value of each parameter; all of them are tested with the parameters themselves. */
    public void testWrongValues() {
        Map.of(
                "\"min_similarity\": [0.8]",
                "[min_similarity] must be a number in (0,1], got [START_ARRAY]",
                "\"min_similarity\": null",
                "[min_similarity] must be a number in (0,1], got [null]",
                "\"recall\": 1", "[recall] must be a number in (0,1), got [1]",
                "\"verify\": \"both\"", "[verify] must be one of [signature, exact], got [both]",
                "\"share_of\": \"1\"",
                "[share_of] must be one of [union, like, document], got [1]",
                "\"max_bucket_size\": 0",
                "[max_bucket_size] must be a whole number between 1 and 2147483647, got [0]",
                "\"include_self\": \"yes\"", "[include_self] must be [true] or [false], got [yes]",
                "\"ignore_unmapped\": null",
                "[ignore_unmapped] must be [true] or [false], got [null]")
                .forEach(this::assertRefused);
    }

    public void testUnknownParameterSuggestsTheNearest() {
        assertRefused(
                "\"min_similarty\": 0.8",
                "[near_duplicate] unknown field [min_similarty] did you mean [min_similarity]?");
    }

    public void testSeveralDocumentsTakeAClauseEach() {
        assertThat(
                message("\"field\": \"f\", \"like\": [{\"_id\": \"1\"}]"),
                containsString(
                        "[like] must be a text, an array of texts or a stored document {[_index], [_id],"
                                + " [_routing]}, with a clause of [dis_max] for each of several, got"
                                + " [START_OBJECT] in an array"));
    }

    public void testAnyOtherUnknownParameterNamesTheParameters() {
        assertThat(
                message("\"body.near\": \"some text\""),
                equalTo(
                        "[1:2] [near_duplicate] unknown field [body.near], must be one of [field, like,"
                                + " min_similarity, recall, verify, share_of, max_bucket_size, within,"
                                + " include_self, ignore_unmapped, ignore, boost, _name]"));
        assertRefused(
                "\"within\": {\"from\": \"now\"}",
                "[within] unknown field [from], must be one of [field, interval, origin]");
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

    private NearDuplicateQueryBuilder parse(String parameters) throws IOException {
        try (XContentParser parser =
                createParser(JsonXContent.jsonXContent, "{" + parameters + "}")) {
            return NearDuplicateQueryBuilder.fromXContent(parser);
        }
    }

    /** They may come from another node. */
    public void testOptionsAreCheckedWhereverTheyComeFrom() {
        for (double wrong : new double[] {0, 1.5, Double.NaN}) {
            expectThrows(
                    IllegalArgumentException.class, () -> new QueryOptions(wrong, null, null));
        }
        expectThrows(IllegalArgumentException.class, () -> new QueryOptions(null, 1.0, null));
        expectThrows(
                IllegalArgumentException.class,
                () -> new QueryOptions(null, null, null, ShareOf.UNION, null, false, 0, false,
                        IgnoredTexts.NONE));
    }

    /** Only the plugin itself sends such a query. */
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
