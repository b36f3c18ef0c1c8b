package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.lucene.Verify;

/** The query that scores every document by its similarity, which only the plugin itself asks. */
public class NearDuplicateOfEveryDocumentTests extends NearDuplicateSingleNodeTestCase {

    @Before
    public void create() {
        createArticles();
    }

    public void testScoresAreSimilaritiesHoweverLow() {
        Map<String, Float> expected = new LinkedHashMap<>();
        texts.forEach((id, text) -> {
            if (text.isEmpty() == false) {
                expected.put(id, (float) Texts.jaccard(text, text(ORIGINAL)));
            }
        });
        assertThat(scores(search(query(Verify.EXACT, text(ORIGINAL)))), equalTo(expected));
        assertThat(
                scores(search(query(Verify.SIGNATURE, text(ORIGINAL)))).keySet(),
                equalTo(expected.keySet()));
    }

    public void testTextsWithoutWordsHaveNoHits() {
        assertThat(scores(search(query(Verify.EXACT, "— —"))), equalTo(Map.of()));
        assertThat(scores(search(query(Verify.EXACT))), equalTo(Map.of()));
    }

    public void testTravelsAsItIs() throws IOException {
        NearDuplicateQueryBuilder query = query(Verify.EXACT, "a text");
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            query.writeTo(out);
            StreamInput in = out.bytes().streamInput();
            NearDuplicateQueryBuilder copy = new NearDuplicateQueryBuilder(in);
            assertThat(copy, equalTo(query));
            assertThat(copy.hashCode(), equalTo(query.hashCode()));
            assertThat(in.available(), equalTo(0));
        }
    }

    public void testIsAnotherThanTheQueryForNearDuplicates() {
        NearDuplicateQueryBuilder near =
                NearDuplicateQueryBuilder.ofTexts(
                        FIELD, List.of("a text"), null, null);
        assertThat(near, equalTo(near("a text")));
        assertThat(query(null, "a text"), not(equalTo(near)));
    }

    public void testNoUserCanAskIt() throws IOException {
        String json = Strings.toString(query(Verify.EXACT, "a text"));
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            parser.nextToken();
            parser.nextToken();
            parser.nextToken();
            Exception refusal = expectThrows(
                    IllegalArgumentException.class,
                    () -> NearDuplicateQueryBuilder.fromXContent(parser));
            assertThat(refusal.getMessage(), containsString("unknown field [every_document]"));
        }
    }

    private static NearDuplicateQueryBuilder query(Verify verify, String... texts) {
        return NearDuplicateQueryBuilder.ofEveryDocument(FIELD, List.of(texts), verify);
    }
}
