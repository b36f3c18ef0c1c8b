package org.nearduplicate.elasticsearch.groups;

import java.util.Locale;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.create.TransportCreateIndexAction;
import org.elasticsearch.action.admin.indices.get.GetIndexAction;
import org.elasticsearch.action.admin.indices.get.GetIndexRequest;
import org.elasticsearch.action.admin.indices.get.GetIndexResponse;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.elasticsearch.action.admin.indices.mapping.put.TransportPutMappingAction;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.cluster.metadata.MetadataCreateIndexService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.nearduplicate.elasticsearch.version.Requests;
import org.nearduplicate.elasticsearch.version.SequenceNumbers;

/**
 * Makes sure that a destination is there, and that it holds nothing but runs.
 *
 * @param calls make the calls
 */
record DestinationIndex(DestinationCalls calls) {

    /** How long the state of the cluster is waited for at most, as everywhere in Elasticsearch. */
    private static final TimeValue MASTER_TIMEOUT = TimeValue.timeValueSeconds(30);

    /**
     * Creates the destination, gives an empty index its mapping, or leaves an earlier destination as it
     * is. Templates apply to an index that is created, though not to the fields of this mapping.
     *
     * @return how many hits a search in it gives
     * @throws IllegalArgumentException if it is anything else: an index with fields or documents of its
     *     own, an alias, a data stream, or no name of an index; or if it has no sequence numbers, by which runs learn of each
     *     other
     * @throws RuntimeException what the calls failed with
     */
    int prepare() {
        String dest = calls.dest();
        MetadataCreateIndexService.validateIndexOrAliasName(
                dest, (name, reason) -> refusal("a name that " + reason));
        GetIndexResponse index = get();
        if (index == null) {
            create();
            index = get();
        }
        if (index == null) {
            throw new ElasticsearchStatusException(
                    "[dest] [{}] was created, and is not there yet", RestStatus.SERVICE_UNAVAILABLE,
                    dest);
        }
        Settings settings = index.settings().get(dest);
        if (SequenceNumbers.areDisabled(settings)) {
            throw refusal("an index without sequence numbers");
        }
        MappingMetadata mapping = index.mappings().get(dest);
        Map<String, Object> fields = mapping == null ? Map.of() : mapping.sourceAsMap();
        if (DestinationMapping.isDestination(fields) == false) {
            requireEmpty(fields);
            putMapping();
        }
        return IndexSettings.MAX_RESULT_WINDOW_SETTING.get(settings);
    }

    /** Returns the index, or null if there is none. */
    private GetIndexResponse get() {
        GetIndexRequest request =
                Requests.getIndex(MASTER_TIMEOUT)
                        .indices(calls.dest())
                        .features(
                                GetIndexRequest.Feature.MAPPINGS,
                                GetIndexRequest.Feature.SETTINGS);
        GetIndexResponse response;
        try {
            response = calls.call(GetIndexAction.INSTANCE, request, answer -> answer);
        } catch (ElasticsearchStatusException e) {
            if (ExceptionsHelper.unwrap(e, IndexNotFoundException.class) != null) {
                return null;
            }
            throw e;
        }
        String[] names = response.indices();
        if (names.length != 1 || names[0].equals(calls.dest()) == false) {
            throw refusal("an alias or a data stream");
        }
        return response;
    }

    private void create() {
        CreateIndexRequest request =
                new CreateIndexRequest(calls.dest())
                        .mapping(DestinationMapping.mapping())
                        .cause("near duplicate groups");
        calls.call(TransportCreateIndexAction.TYPE, request, response -> response);
    }

    private void requireEmpty(Map<String, Object> mapping) {
        if (DestinationMapping.hasFields(mapping)) {
            throw refusal("an index with fields of its own");
        }
        SearchRequest request =
                new SearchRequest(calls.dest())
                        .source(
                                new SearchSourceBuilder()
                                        .size(1)
                                        .fetchSource(false)
                                        .trackTotalHits(false))
                        .allowPartialSearchResults(false);
        calls.refresh();
        boolean empty =
                calls.call(
                        TransportSearchAction.TYPE, request,
                        response -> response.getHits().getHits().length == 0);
        if (empty == false) {
            throw refusal("an index with documents of its own");
        }
    }

    private void putMapping() {
        PutMappingRequest request =
                new PutMappingRequest(calls.dest()).source(DestinationMapping.mapping());
        calls.call(TransportPutMappingAction.TYPE, request, response -> response);
    }

    private IllegalArgumentException refusal(String what) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT,
                        "[dest] must be a new index or one that an earlier run wrote, got [%s], which is %s",
                        calls.dest(),
                        what));
    }
}
