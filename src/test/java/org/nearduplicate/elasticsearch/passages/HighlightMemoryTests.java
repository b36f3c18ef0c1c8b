package org.nearduplicate.elasticsearch.passages;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.arrayWithSize;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.shards.SessionNodeTestCase;
import org.nearduplicate.lucene.Verify;

/** The breaker of requests is charged while a long text is marked. */
public class HighlightMemoryTests extends SessionNodeTestCase {

    private static final int WORDS = 60_000;

    /** What is looked for is so short that hardly anything is charged for it. */
    public void testALongTextIsChargedWhileItIsMarked() throws Exception {
        create(INDEX, 1, MAPPING);
        String like = Texts.random(10);
        index(INDEX, Map.of("long", Map.of(FIELD, Texts.random(WORDS) + " " + like)));
        for (long left : new long[] {100_000, 500_000, 16 * WORDS}) {
            withRequestBytesLeft(left, () -> {
                Exception failure = expectThrows(Exception.class, search(like));
                assertThat(
                        ExceptionsHelper.status(failure), equalTo(RestStatus.TOO_MANY_REQUESTS));
                assertThat(
                        ExceptionsHelper.stackTrace(failure),
                        containsString("near_duplicate query"));
            });
        }
        assertResponse(search(like), response -> {
            assertNoFailures(response);
            assertThat(
                    response.getHits().getAt(0).getHighlightFields().get(FIELD).fragments(),
                    arrayWithSize(1));
        });
    }

    private SearchRequestBuilder search(String like) {
        return client().prepareSearch(INDEX)
                .setQuery(QueryBuilders.idsQuery().addIds("long"))
                .highlighter(
                        new HighlightBuilder().field(FIELD).numOfFragments(0)
                                .highlighterType(PassageHighlighter.TYPE)
                                .highlightQuery(
                                        NearDuplicateQueryBuilder.ofTexts(
                                                FIELD, List.of(like), 0.1, null,
                                                Verify.SIGNATURE)));
    }
}
