package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** The highlighter as users ask for it: options as of any other, and refusals that say why. */
public class HighlightIT {

    private static final String LIKE = "The bank cut its rate by a quarter of a point on Monday.";
    private static final Map<String, ?> NEAR = Map.of(
            "near_duplicate",
            Map.of("field", "body.near", "like", LIKE, "min_similarity", 0.2));

    private static final Map<String, ?> FOUND = Map.of(
            "bool",
            Map.of("must", NEAR, "filter", Map.of("ids", Map.of("values", List.of("1")))));

    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        RestCalls rest = SharedCluster.ONE_NODE.rest();
        index = TestIndex.createWith(rest, "highlight", TestIndex.settings(1),
                Map.of("body", TestIndex.textWithNear(Map.of("bands", 64, "rows", 2)), "title",
                        Map.of("type", "text")));
        index.putSources(
                Map.of(
                        "1",
                        Map.of(
                                "title", LIKE,
                                "body",
                                "On Tuesday, the B\u00C4NK cut its <rate> by a quarter of a point. More of it:"
                                        + " \u201CA quarter of a point on Monday\u201D, they said."),
                        "long",
                        Map.of("body", LIKE + " " + "x ".repeat(600_000))),
                "");
    }

    @Test
    public void fragmentsTagsAndEncoder() throws IOException {
        assertEquals(
                List.of(
                        "On Tuesday, [the B\u00C4NK cut its &lt;rate&gt; by a quarter of a point].",
                        "More of it: \u201C[A quarter of a point on Monday]\u201D, they said."),
                highlight(
                        Map.of(
                                "fragment_size", 70,
                                "pre_tags", List.of("["),
                                "post_tags", List.of("]"),
                                "encoder", "html")));
    }

    /** A field of other texts is marked on request only, a query in the place of another one always. */
    @Test
    public void otherFieldsAndOtherQueries() throws IOException {
        assertThat(
                highlight(FOUND, Map.of("fields", Map.of("title", Map.of()))).text(),
                not(containsString("highlight\":")));
        assertEquals(
                List.of("<em>" + LIKE.substring(0, LIKE.length() - 1) + "</em>."),
                highlight(FOUND, Map.of(
                        "require_field_match", false, "fields", Map.of("title", Map.of())))
                        .at("hits", "hits", 0, "highlight", "title"));
        assertEquals(
                List.of("On Tuesday, <em>the B\u00C4NK cut its <rate> by a quarter of a point</em>. More of it:"
                        + " \u201C<em>A quarter of a point on Monday</em>\u201D, they said."),
                highlight(
                        Map.of("ids", Map.of("values", List.of("1"))),
                        Map.of(
                                "number_of_fragments", 0,
                                "highlight_query", NEAR,
                                "fields", Map.of("body", Map.of())))
                        .at("hits", "hits", 0, "highlight", "body"));
    }

    @Test
    public void refusals() throws IOException {
        Map<String, ?> longText = Map.of("ids", Map.of("values", List.of("long")));
        highlight(longText, Map.of("highlight_query", NEAR, "fields", Map.of("body", Map.of())))
                .refused(400, "[index.highlight.max_analyzed_offset]");
        assertEquals(
                List.of("<em>The bank cut its rate by a quarter of</em>"),
                highlight(
                        longText,
                        Map.of(
                                "highlight_query", NEAR,
                                "max_analyzed_offset", 38,
                                "fragment_size", 38,
                                "fields", Map.of("body", Map.of())))
                        .at("hits", "hits", 0, "highlight", "body"));
    }

    private static Object highlight(Map<String, ?> options) throws IOException {
        Map<String, Object> highlight = new LinkedHashMap<>(options);
        highlight.put("fields", Map.of("body", Map.of()));
        return highlight(
                FOUND,
                highlight).at("hits", "hits", 0, "highlight", "body");
    }

    private static Answer highlight(Map<String, ?> query, Map<String, ?> options)
            throws IOException {
        Map<String, Object> highlight = new LinkedHashMap<>(options);
        highlight.put("type", "near_duplicate");
        return index.search(Map.of("query", query, "highlight", highlight));
    }
}
