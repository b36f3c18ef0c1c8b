package org.nearduplicate.elasticsearch;

import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;

/** The settings of the plugin, each a guard with its reason. */
final class NearDuplicateSettings {

    /**
     * The number of documents, counted per shard, up to which a query reads a bucket. Boilerplate that
     * millions of documents share makes a bucket of them all, which a query would have to verify one by
     * one. The default leaves nothing out, as a Lucene index cannot hold more documents; an operator who
     * lowers it trades recall for time, and every query that skips a bucket says so in a warning.
     */
    static final Setting<Integer> MAX_BUCKET_SIZE =
            Setting.intSetting(
                    "index.near_duplicate.max_bucket_size",
                    QueryOptions.MAX_BUCKET_SIZE.defaultValue(),
                    QueryOptions.MAX_BUCKET_SIZE.min(),
                    Property.IndexScope,
                    Property.Dynamic);

    private NearDuplicateSettings() {}
}
