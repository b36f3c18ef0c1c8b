package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Waits;

/** On one node, every document of a random stream is compared with all that came before it. */
public class IngestStreamTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NearDuplicatePlugin.class);
    }

    public void testStream() throws Exception {
        IngestStream stream = new IngestStream(List.of(client()));
        stream.create(
                Settings.builder()
                        .put("index.number_of_shards", between(1, 3))
                        .build());
        stream.send(between(5, 20));
        client().admin().indices().prepareDelete("*").get();
        // What is gone needs no memory any more.
        CircuitBreaker requests = getInstanceFromNode(CircuitBreakerService.class)
                .getBreaker(CircuitBreaker.REQUEST);
        Waits.awaitThat(() -> assertThat(requests.getUsed(), equalTo(0L)));
    }
}
