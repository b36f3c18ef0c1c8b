package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.nearduplicate.sketch.Prints;

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

    /**
     * Checks a request by what the cluster's settings allow now.
     *
     * @throws IllegalArgumentException if it tries no setting, too many, or on too many documents
     */
    static void check(TuneParameters parameters, ClusterSettings allowed) {
        long settings = parameters.grid().size();
        long trials = parameters.grid().trials(parameters.passages());
        if (settings == 0) {
            throw new IllegalArgumentException(
                    "[bands] × [rows] must fit into [hash_count] in one setting at least, got [bands] "
                            + orAuto(parameters.grid().bandLists().bands()) + ", [rows] "
                            + orAuto(parameters.grid().bandLists().rows()) + ", [hash_count] "
                            + parameters.grid().hashCounts() + " and [similarity] "
                            + parameters.grid().similarities());
        }
        int maxSettings = allowed.get(MAX_SETTINGS);
        if (settings + trials > maxSettings) {
            throw new IllegalArgumentException(
                    "the lists must have a product of at most [" + maxSettings
                            + "] settings, which the cluster setting [" + MAX_SETTINGS.getKey()
                            + "] allows, got [" + settings + "]"
                            + (trials == 0 ? ""
                                    : " and [" + trials + "] with [" + Prints.PARAMETER.name()
                                            + "]"));
        }
        int maxSampleSize = allowed.get(MAX_SAMPLE_SIZE);
        if (parameters.sampleSize() > maxSampleSize) {
            throw new IllegalArgumentException(
                    "[" + TuneParameters.SAMPLE_SIZE.name() + "] must be at most [" + maxSampleSize
                            + "], which the cluster setting [" + MAX_SAMPLE_SIZE.getKey()
                            + "] allows, got [" + parameters.sampleSize() + "]");
        }
    }

    private static List<?> orAuto(List<Integer> values) {
        return values.isEmpty() ? List.of(ValueLists.AUTO) : values;
    }
}
