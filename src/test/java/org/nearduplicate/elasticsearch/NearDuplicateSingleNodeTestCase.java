package org.nearduplicate.elasticsearch;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.RequestBuilder;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.junit.Before;

/**
 * Tests on a node with an index {@value #INDEX} of a few documents: a text, its copy, a near copy and
 * one that is only related, another text, and none.
 */
public abstract class NearDuplicateSingleNodeTestCase extends ESSingleNodeTestCase {

    protected static final String INDEX = "articles";

    protected static final String ORIGINAL = "original";
    protected static final String COPY = "copy";
    protected static final String NEAR = "near";
    protected static final String RELATED = "related";
    protected static final String OTHER = "other";
    protected static final String EMPTY = "empty";

    public static final String MAPPING =
            """
                    {"properties": {
                      "body": {"type": "text", "fields": {
                        "near": {"type": "minhash", "exact": true}
                      }},
                      "group": {"type": "keyword"},
                      "rank": {"type": "integer"}
                    }}""";

    /** The texts by the names of their documents. */
    protected Map<String, String> texts;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    @Before
    public void writeTexts() {
        String original = Texts.random();
        texts = new LinkedHashMap<>();
        texts.put(ORIGINAL, original);
        texts.put(COPY, original);
        texts.put(NEAR, Texts.near(original));
        texts.put(RELATED, Texts.related(original));
        texts.put(OTHER, Texts.random());
        texts.put(EMPTY, "");
    }

    protected String text(String document) {
        return texts.get(document);
    }

    /** Creates the index of this class with its documents. */
    protected void createArticles() {
        create(INDEX, Settings.EMPTY, MAPPING);
        indexArticles(INDEX);
    }

    protected void create(String index, Settings settings, String mapping) {
        createIndex(
                index,
                indicesAdmin().prepareCreate(index).setSettings(settings).setMapping(mapping));
    }

    /** Indexes the texts; the rank is the order above, the group alternates. */
    protected void indexArticles(String index) {
        BulkRequestBuilder bulk = client().prepareBulk(index).setRefreshPolicy(IMMEDIATE);
        int rank = 0;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            bulk.add(
                    client().prepareIndex(index)
                            .setId(text.getKey())
                            .setSource(
                                    "body", text.getValue(),
                                    "rank", rank,
                                    "group", rank % 2 == 0 ? "even" : "odd"));
            rank++;
        }
        assertNoFailures(bulk.get());
    }

    protected void index(String index, String id, Object... source) {
        client().prepareIndex(index).setId(id).setSource(source).setRefreshPolicy(IMMEDIATE).get();
    }

    protected SearchRequestBuilder search(QueryBuilder query) {
        return client().prepareSearch(INDEX).setQuery(query);
    }

    /** Asserts that a request is refused as the user's fault, and that it says why. */
    protected static void assertBadRequest(RequestBuilder<?, ?> request, String reason) {
        assertBadRequest(request::get, reason);
    }

    protected static void assertBadRequest(ThrowingRunnable request, String reason) {
        Exception refusal = expectThrows(Exception.class, request);
        assertThat(refusal.toString(), ExceptionsHelper.status(refusal),
                equalTo(RestStatus.BAD_REQUEST));
        assertThat(ExceptionsHelper.stackTrace(refusal), containsString(reason));
    }

    /** Returns the names of the hits and their scores, best first. */
    public static Map<String, Float> scores(SearchRequestBuilder search) {
        Map<String, Float> scores = new LinkedHashMap<>();
        assertResponse(
                search.setSize(1000),
                response -> {
                    assertNoFailures(response);
                    for (SearchHit hit : response.getHits()) {
                        scores.put(hit.getId(), hit.getScore());
                    }
                });
        return scores;
    }
}
