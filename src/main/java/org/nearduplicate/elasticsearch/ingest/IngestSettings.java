package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;

/**
 * The settings of a node for documents that come in.
 *
 * @param maxConcurrentRequests lookups at the same time
 * @param maxLookupsPerRequest documents in a lookup
 * @param queueCapacity documents that wait for a lookup
 * @param queueTimeout how long more documents wait before they are refused
 */
public record IngestSettings(
        int maxConcurrentRequests, int maxLookupsPerRequest, int queueCapacity,
        TimeValue queueTimeout) {

    /** How many lookups a node has under way at the same time. */
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS = Setting.intSetting(
            "near_duplicate.ingest.max_concurrent_requests", 8, 1, 1_000, Property.NodeScope);

    /** How many documents are looked up together. */
    public static final Setting<Integer> MAX_LOOKUPS_PER_REQUEST = Setting.intSetting(
            "near_duplicate.ingest.max_lookups_per_request", 128, 1, 10_000, Property.NodeScope);

    /**
     * How many documents may wait for a lookup; more are refused if there is no room in time. A bulk request hands in all of its
     * documents at once.
     */
    public static final Setting<Integer> QUEUE_CAPACITY = Setting.intSetting(
            "near_duplicate.ingest.queue_capacity", 16_384, 1, Property.NodeScope);

    /** How long documents that are more than that wait before they are refused. */
    public static final Setting<TimeValue> QUEUE_TIMEOUT = Setting.timeSetting(
            "near_duplicate.ingest.queue_timeout", TimeValue.timeValueSeconds(30),
            TimeValue.ZERO, Property.NodeScope);

    /** Returns all settings. */
    public static List<Setting<?>> all() {
        return List.of(
                MAX_CONCURRENT_REQUESTS, MAX_LOOKUPS_PER_REQUEST, QUEUE_CAPACITY, QUEUE_TIMEOUT);
    }

    /** Reads the settings of a node. */
    static IngestSettings of(Settings settings) {
        return new IngestSettings(
                MAX_CONCURRENT_REQUESTS.get(settings),
                MAX_LOOKUPS_PER_REQUEST.get(settings),
                QUEUE_CAPACITY.get(settings),
                QUEUE_TIMEOUT.get(settings));
    }
}
