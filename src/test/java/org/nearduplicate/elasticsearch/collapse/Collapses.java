package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.InternalTestCluster;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Searches as a node of a test reads them from JSON. */
final class Collapses {

    private Collapses() {}

    /** Returns a retriever for all documents by rank, each text once. */
    static String retriever(String options) {
        return "{\"near_duplicate_collapse\": {\"field\": \"body.near\", \"retriever\": {\"standard\": {"
                + "\"query\": {\"match_all\": {}}, \"sort\": [\"rank\"]}}" + options + "}}";
    }

    /** Returns a search of any node, which reads it: a retriever is bound to the node that read it. */
    static SearchRequestBuilder search(InternalTestCluster cluster, String body,
            String... indices) {
        String node = cluster.getRandomNodeName();
        return search(
                cluster.client(node), cluster.getInstance(NamedXContentRegistry.class, node), body,
                indices);
    }

    /** Returns a search of a node. */
    static SearchRequestBuilder search(
            Client client, NamedXContentRegistry registry, String body, String... indices) {
        XContentParserConfiguration configuration =
                XContentParserConfiguration.EMPTY.withRegistry(registry);
        try (XContentParser parser =
                JsonXContent.jsonXContent.createParser(configuration, body)) {
            return client.prepareSearch(indices)
                    .setSource(
                            new SearchSourceBuilder().parseXContent(
                                    parser, true, feature -> true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs searches in a point in time of some indices. */
    static void inPointInTime(
            Client client, String indices, Consumer<PointInTimeBuilder> searches) {
        BytesReference id = client.execute(
                TransportOpenPointInTimeAction.TYPE,
                new OpenPointInTimeRequest(indices).keepAlive(TimeValue.timeValueMinutes(1)))
                .actionGet()
                .getPointInTimeId();
        try {
            searches.accept(new PointInTimeBuilder(id));
        } finally {
            client.execute(
                    TransportClosePointInTimeAction.TYPE, new ClosePointInTimeRequest(id))
                    .actionGet();
        }
    }
}
