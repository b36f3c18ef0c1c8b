package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.InternalTestCluster;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Searches as a node of a test reads them from JSON. */
final class Collapses {

    private Collapses() {}

    /** Returns a search of any node, which reads it: a retriever is bound to the node that read it. */
    static SearchRequestBuilder search(InternalTestCluster cluster, String body,
            String... indices) {
        String node = cluster.getRandomNodeName();
        XContentParserConfiguration configuration = XContentParserConfiguration.EMPTY.withRegistry(
                cluster.getInstance(NamedXContentRegistry.class, node));
        try (XContentParser parser =
                JsonXContent.jsonXContent.createParser(configuration, body)) {
            return cluster.client(node)
                    .prepareSearch(indices)
                    .setSource(
                            new SearchSourceBuilder().parseXContent(
                                    parser, true, feature -> true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
