package org.nearduplicate.elasticsearch.chain;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.action.ActionRequestBuilder;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Verify;

/**
 * Tests on a node with a planted chain: texts of which each is its neighbour's but for {@value #STEP}
 * words, so that neighbours have a similarity of 0.86, their neighbours one of 0.74, and the ends no
 * common shingle.
 */
public abstract class ChainSingleNodeTestCase extends NearDuplicateSingleNodeTestCase {

    /** The links of the planted chain. */
    static final int LINKS = 14;

    static final int STEP = 9;

    private static final int WORDS = 120;

    /** Forty-two bands of three rows miss a pair of 0.86 with a probability below 10⁻¹⁸. */
    static final String SURE_MAPPING =
            """
                    {"properties": {
                      "body": {"type": "text", "fields": {
                        "near": {"type": "minhash", "exact": true, "similarity": 0.8, "bands": 42, "rows": 3}
                      }},
                      "group": {"type": "keyword"}
                    }}""";

    /** Builds requests for a chain, as the builders of other requests do. */
    static final class ChainRequestBuilder
            extends ActionRequestBuilder<LocalRequest<ChainOptions>, ChainResponse> {

        ChainRequestBuilder(ChainSingleNodeTestCase test, LocalRequest<ChainOptions> request) {
            super(test.client(), TransportChainAction.TYPE, request);
        }
    }

    /** Returns the texts of a chain, from one end to the other. */
    static List<String> plantedTexts() {
        List<String> words = Arrays.asList(Texts.random(WORDS + LINKS * STEP).split(" "));
        List<String> texts = new ArrayList<>();
        for (int i = 0; i <= LINKS; i++) {
            texts.add(String.join(" ", words.subList(i * STEP, i * STEP + WORDS)));
        }
        return texts;
    }

    /** Returns the name of a document of the chain; the order of names is that of the chain. */
    static String name(int document) {
        return "" + (char) ('a' + document);
    }

    static List<String> names(int from, int to) {
        List<String> names = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            names.add(name(i));
        }
        return names;
    }

    void createSure(String index, int shards) {
        create(index, indexSettings(shards, 0).build(), SURE_MAPPING);
    }

    void plant(String index, List<String> texts) {
        BulkRequestBuilder bulk = client().prepareBulk(index).setRefreshPolicy(IMMEDIATE);
        for (int i = 0; i < texts.size(); i++) {
            bulk.add(
                    client().prepareIndex(index)
                            .setId(name(i))
                            .setSource(
                                    "body", texts.get(i), "group", i % 2 == 0 ? "even" : "odd"));
        }
        assertNoFailures(bulk.get());
    }

    static DocumentReference end(String id) {
        return new DocumentReference(null, id, null);
    }

    static ChainOptions options(String from, String to, Verify verify, int maxLength) {
        return options(end(from), end(to), verify, maxLength, null);
    }

    static ChainOptions options(
            DocumentReference from, DocumentReference to, Verify verify, int maxLength,
            QueryBuilder query) {
        return new ChainOptions(FIELD, from, to, null, null, verify, PeerOptions.NONE, query,
                maxLength);
    }

    static LocalRequest<ChainOptions> request(ChainOptions options, String... target) {
        return new LocalRequest<>(
                target, SearchRequest.DEFAULT_INDICES_OPTIONS, options, options.describe(), null,
                false, 0);
    }

    ChainRequestBuilder chain(ChainOptions options, String... target) {
        return new ChainRequestBuilder(this, request(options, target));
    }

    /** Returns the answer for an exact chain of at most 20 links. */
    ChainResponse exact(String target, String from, String to) {
        return chain(options(from, to, Verify.EXACT, 20), target).get();
    }

    static List<String> ids(ChainResponse response) {
        return response.chain().documents().stream().map(Document::id).toList();
    }

    static void assertNone(ChainResponse response) {
        assertThat(ids(response), equalTo(List.of()));
        assertFalse(response.chain().found());
        assertTrue(response.chain().complete());
    }

    static Settings maxResultWindow(int window) {
        return Settings.builder().put("index.max_result_window", window).build();
    }
}
