package org.nearduplicate.elasticsearch.tuning;

import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;

/** The settings of a cluster that guard its runs to tune, each with its reason. */
public final class TuneSettings {

    /**
     * The number of settings that one request to tune may try. Every one is measured against all pairs
     * of the sample, and has a row in the answer, which is held in memory: a handful of short lists have
     * a product of millions. The default leaves room for a few values of each parameter.
     */
    public static final Setting<Integer> MAX_SETTINGS =
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
    public static final Setting<Integer> MAX_SAMPLE_SIZE =
            Setting.intSetting(
                    "near_duplicate.tune.max_sample_size",
                    TuneParameters.SAMPLE_SIZE.max(),
                    TuneParameters.SAMPLE_SIZE.min(),
                    TuneParameters.SAMPLE_SIZE.max(),
                    Property.NodeScope,
                    Property.Dynamic);

    private TuneSettings() {}
}
