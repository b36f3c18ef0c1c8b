package org.nearduplicate.elasticsearch.collapse;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.usage.SearchUsage;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;

/** The retriever as JSON: its defaults, and what is refused with the parameter in brackets. */
public class CollapseRetrieverJsonTests extends ESTestCase {

    private static final String CHILD = "\"retriever\": {\"standard\": {}}";

    private static final String EVERYTHING = CHILD
            + """
                    , "field": "f", "min_similarity": 0.75, "verify": "exact", "rank_window_size": 7,
                      "max_near_duplicates": 5, "filter": [{"match_all": {}}, {"match_none": {}}],
                      "min_score": 0.5, "_name": "mine"
                    """;

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(
                new SearchModule(Settings.EMPTY, List.of(new NearDuplicatePlugin()))
                        .getNamedXContents());
    }

    public void testFieldAndRetrieverAreEnough() throws IOException {
        assertThat(
                Strings.toString(parse(CHILD + ", \"field\": \"f\"")),
                equalTo(
                        "{\"near_duplicate_collapse\":{\"retriever\":{\"standard\":{}},\"field\":\"f\",\"min_shingles\":1,"
                                + "\"rank_window_size\":100,\"max_near_duplicates\":3}}"));
    }

    public void testEverythingIsKept() throws IOException {
        RetrieverBuilder retriever = parse(EVERYTHING);
        String json = Strings.toString(retriever);
        for (String part : List.of(
                "\"min_similarity\":0.75", "\"verify\":\"exact\"", "\"rank_window_size\":7",
                "\"max_near_duplicates\":5", "\"filter\":[{\"match_all\"", "{\"match_none\"",
                "\"min_score\":0.5", "\"_name\":\"mine\"")) {
            assertThat(json, containsString(part));
        }
        String inner = json.substring("{\"near_duplicate_collapse\":{".length(), json.length() - 2);
        RetrieverBuilder again = parse(inner);
        assertThat(again, equalTo(retriever));
        assertThat(again.hashCode(), equalTo(retriever.hashCode()));
        assertNotEquals(retriever, parse(CHILD + ", \"field\": \"f\""));
    }

    public void testRefusals() {
        refused(CHILD + ", \"field\": 7", "[field] must be a text");
        refused(
                "\"field\": \"f\", \"retriever\": []",
                "retriever doesn't support values of type: START_ARRAY");
    }

    private void refused(String body, String reason) {
        Exception refusal = expectThrows(Exception.class, () -> parse(body));
        assertThat(ExceptionsHelper.stackTrace(refusal), containsString(reason));
        assertThat(ExceptionsHelper.status(refusal).getStatus(), equalTo(400));
    }

    private RetrieverBuilder parse(String body) throws IOException {
        String json = "{\"near_duplicate_collapse\": {" + body + "}}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return RetrieverBuilder.parseTopLevelRetrieverBuilder(
                    parser, new RetrieverParserContext(new SearchUsage(), feature -> true));
        }
    }
}
