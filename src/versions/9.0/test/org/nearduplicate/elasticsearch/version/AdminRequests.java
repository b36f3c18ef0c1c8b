package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequestBuilder;
import org.elasticsearch.action.admin.indices.mapping.get.GetMappingsRequestBuilder;
import org.elasticsearch.action.admin.indices.settings.get.GetSettingsRequestBuilder;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.IndicesAdminClient;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.XContentType;

/** Requests to the master, which wait as long as tests do. */
public final class AdminRequests {

    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    private AdminRequests() {}

    public static GetMappingsRequestBuilder mappings(IndicesAdminClient client, String index) {
        return client.prepareGetMappings(TIMEOUT, index);
    }

    public static IndicesAliasesRequestBuilder aliases(IndicesAdminClient client) {
        return client.prepareAliases();
    }

    public static GetSettingsRequestBuilder settings(IndicesAdminClient client, String index) {
        return client.prepareGetSettings(index);
    }

    public static void putPipeline(Client client, String id, String json) {
        client.execute(
                PutPipelineTransportAction.TYPE,
                new PutPipelineRequest(TIMEOUT, TIMEOUT, id, new BytesArray(json),
                        XContentType.JSON))
                .actionGet();
    }
}
