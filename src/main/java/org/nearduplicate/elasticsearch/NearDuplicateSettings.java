package org.nearduplicate.elasticsearch;

import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.nearduplicate.elasticsearch.tuning.TuneParameters;

/** The settings of the plugin, each a guard with its reason. */
public final class NearDuplicateSettings {

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

    /**
     * The characters that the texts of {@code like} may have together. They are cut into shingles on every
     * shard, before the search can be cancelled; so many take a second or two. The default has room for the
     * longest documents that are usual, and those of a query that names a longer one are refused.
     */
    static final Setting<Integer> MAX_LIKE_LENGTH =
            Setting.intSetting(
                    "index.near_duplicate.max_like_length",
                    20_000_000,
                    1,
                    Property.IndexScope,
                    Property.Dynamic);

    /**
     * The number of settings that one request to tune may try. Every one is measured against all pairs
     * of the sample, and has a row in the answer, which is held in memory: a handful of short lists have
     * a product of millions. The default leaves room for a few values of each parameter.
     */
    public static final Setting<Integer> TUNE_MAX_SETTINGS =
            Setting.intSetting(
                    "near_duplicate.tune.max_settings",
                    1_000,
                    1,
                    100_000,
                    Property.NodeScope,
                    Property.Dynamic);

    /**
     * The number of documents that the sample of one request to tune may have. Their texts and shingles
     * are held in memory on the node that got the request, and the pairs of a sample grow with the square
     * of its documents. The default allows all that a request can ask for; an operator of small nodes
     * lowers it.
     */
    public static final Setting<Integer> TUNE_MAX_SAMPLE_SIZE =
            Setting.intSetting(
                    "near_duplicate.tune.max_sample_size",
                    TuneParameters.SAMPLE_SIZE.max(),
                    TuneParameters.SAMPLE_SIZE.min(),
                    TuneParameters.SAMPLE_SIZE.max(),
                    Property.NodeScope,
                    Property.Dynamic);

    private NearDuplicateSettings() {}
}
