package org.nearduplicate.elasticsearch;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.get.GetIndexResponse;
import org.elasticsearch.action.ingest.PutPipelineTransportAction;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.IndicesAdminClient;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.elasticsearch.version.AliasRequests;
import org.nearduplicate.elasticsearch.version.PipelineRequests;
import org.nearduplicate.elasticsearch.version.Requests;

/** Requests to the master, which wait as long as tests do. */
public final class AdminRequests {

    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    private AdminRequests() {}

    /** Returns the mappings and settings of indices, hidden ones included. */
    public static GetIndexResponse indices(IndicesAdminClient client, String names) {
        return client.getIndex(
                Requests.getIndex(TIMEOUT)
                        .indices(names)
                        .indicesOptions(IndicesOptions.LENIENT_EXPAND_OPEN_CLOSED_HIDDEN))
                .actionGet();
    }

    /** Adds an alias; the filter may be null. */
    public static void addAlias(
            IndicesAdminClient client, String index, String alias, QueryBuilder filter) {
        assertAcked(
                client.aliases(
                        AliasRequests.of(TIMEOUT).addAliasAction(
                                AliasActions.add().index(index).alias(alias).filter(filter))));
    }

    public static void putPipeline(Client client, String id, String json) {
        client.execute(
                PutPipelineTransportAction.TYPE, PipelineRequests.put(TIMEOUT, id, json))
                .actionGet();
    }
}
