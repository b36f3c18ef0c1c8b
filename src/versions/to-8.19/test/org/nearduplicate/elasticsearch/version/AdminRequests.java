package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequestBuilder;
import org.elasticsearch.action.admin.indices.mapping.get.GetMappingsRequestBuilder;
import org.elasticsearch.action.admin.indices.settings.get.GetSettingsRequestBuilder;
import org.elasticsearch.client.internal.IndicesAdminClient;

/** Requests to the master. */
public final class AdminRequests {

    private AdminRequests() {}

    public static GetMappingsRequestBuilder mappings(IndicesAdminClient client, String index) {
        return client.prepareGetMappings(index);
    }

    public static IndicesAliasesRequestBuilder aliases(IndicesAdminClient client) {
        return client.prepareAliases();
    }

    public static GetSettingsRequestBuilder settings(IndicesAdminClient client, String index) {
        return client.prepareGetSettings(index);
    }
}
