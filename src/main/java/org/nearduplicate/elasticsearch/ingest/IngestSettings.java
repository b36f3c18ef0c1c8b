package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.nearduplicate.recent.RecentLimit;

/**
 * The settings of a node for documents that come in.
 *
 * @param maxConcurrentRequests lookups at the same time
 * @param maxLookupsPerRequest documents in a lookup
 * @param queueCapacity documents that wait for a lookup
 * @param recent documents that are compared until a search sees them
 */
public record IngestSettings(
        int maxConcurrentRequests, int maxLookupsPerRequest, int queueCapacity,
        RecentLimit recent) {

    /** How many lookups a node has under way at the same time. */
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS = Setting.intSetting(
            "near_duplicate.ingest.max_concurrent_requests", 8, 1, 1_000, Property.NodeScope);

    /** How many documents are looked up together. */
    public static final Setting<Integer> MAX_LOOKUPS_PER_REQUEST = Setting.intSetting(
            "near_duplicate.ingest.max_lookups_per_request", 128, 1, 10_000, Property.NodeScope);

    /**
     * How many documents may wait for a lookup; more are refused. A bulk request hands in all of its documents at
     * once, so it has to be larger than those.
     */
    public static final Setting<Integer> QUEUE_CAPACITY = Setting.intSetting(
            "near_duplicate.ingest.queue_capacity", 16_384, 1, Property.NodeScope);

    /** How many documents are kept that no search sees yet. */
    public static final Setting<Integer> MAX_RECENT_DOCUMENTS = Setting.intSetting(
            "near_duplicate.ingest.recent.max_documents", 100_000, 0, Property.NodeScope);

    /** How much memory these may take. */
    public static final Setting<ByteSizeValue> MAX_RECENT_SIZE = Setting.memorySizeSetting(
            "near_duplicate.ingest.recent.max_size", "5%", Property.NodeScope);

    /** Returns all settings. */
    public static List<Setting<?>> all() {
        return List.of(
                MAX_CONCURRENT_REQUESTS, MAX_LOOKUPS_PER_REQUEST, QUEUE_CAPACITY,
                MAX_RECENT_DOCUMENTS, MAX_RECENT_SIZE);
    }

    /** Reads the settings of a node. */
    static IngestSettings of(Settings settings) {
        return new IngestSettings(
                MAX_CONCURRENT_REQUESTS.get(settings),
                MAX_LOOKUPS_PER_REQUEST.get(settings),
                QUEUE_CAPACITY.get(settings),
                new RecentLimit(
                        MAX_RECENT_DOCUMENTS.get(settings),
                        MAX_RECENT_SIZE.get(settings).getBytes()));
    }
}
