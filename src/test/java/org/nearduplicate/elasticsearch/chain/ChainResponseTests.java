package org.nearduplicate.elasticsearch.chain;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.chain.ChainSearch.Chain;
import org.nearduplicate.groups.shard.Document;

/** The answer as users read it. */
public class ChainResponseTests extends ESTestCase {

    public void testFound() {
        List<Document> documents =
                List.of(
                        new Document("a", "1", null),
                        new Document("b", "2", "r"),
                        new Document("a", "3", null));
        Chain chain = new Chain(documents, List.of(0.875f, 1f), true, 12);
        assertThat(
                Strings.toString(new ChainResponse(chain, 0f, 10, 3)),
                equalTo(
                        "{\"took\":3,\"found\":true,\"complete\":true,\"direct_similarity\":0.0,"
                                + "\"max_length\":10,\"visited\":12,\"length\":2,"
                                + "\"documents\":[{\"_index\":\"a\",\"_id\":\"1\"},"
                                + "{\"_index\":\"b\",\"_id\":\"2\",\"_routing\":\"r\"},"
                                + "{\"_index\":\"a\",\"_id\":\"3\"}],"
                                + "\"links\":[{\"a\":{\"_index\":\"a\",\"_id\":\"1\"},"
                                + "\"b\":{\"_index\":\"b\",\"_id\":\"2\",\"_routing\":\"r\"},"
                                + "\"similarity\":0.875},"
                                + "{\"a\":{\"_index\":\"b\",\"_id\":\"2\",\"_routing\":\"r\"},"
                                + "\"b\":{\"_index\":\"a\",\"_id\":\"3\"},\"similarity\":1.0}]}"));
    }

    public void testNone() {
        assertThat(
                Strings.toString(
                        new ChainResponse(new Chain(List.of(), List.of(), false, 10_000), null, 4,
                                5)),
                equalTo(
                        "{\"took\":5,\"found\":false,\"complete\":false,"
                                + "\"direct_similarity\":null,\"max_length\":4,\"visited\":10000}"));
    }
}
