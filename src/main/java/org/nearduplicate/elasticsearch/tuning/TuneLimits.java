package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import org.elasticsearch.common.settings.ClusterSettings;
import org.nearduplicate.sketch.Prints;

/**
 * How much work a request to tune may make.
 *
 * @param maxSettings the settings that it may try
 * @param maxSampleSize the documents that its sample may have
 */
record TuneLimits(int maxSettings, int maxSampleSize) {

    /** Returns what the cluster's settings allow now. */
    static TuneLimits of(ClusterSettings settings) {
        return new TuneLimits(
                settings.get(TuneSettings.MAX_SETTINGS),
                settings.get(TuneSettings.MAX_SAMPLE_SIZE));
    }

    /**
     * Checks a request.
     *
     * @throws IllegalArgumentException if it tries no setting, too many, or on too many documents
     */
    void check(TuneParameters parameters) {
        long settings = parameters.grid().size();
        long trials = parameters.passages().trials(parameters.grid());
        if (settings == 0) {
            throw new IllegalArgumentException(
                    "[bands] × [rows] must fit into [hash_count] in one setting at least, got [bands] "
                            + orAuto(parameters.grid().bandLists().bands()) + ", [rows] "
                            + orAuto(parameters.grid().bandLists().rows()) + ", [hash_count] "
                            + parameters.grid().hashCounts() + " and [similarity] "
                            + parameters.grid().similarities());
        }
        if (settings + trials > maxSettings) {
            throw new IllegalArgumentException(
                    "the lists must have a product of at most [" + maxSettings
                            + "] settings, which the cluster setting ["
                            + TuneSettings.MAX_SETTINGS.getKey() + "] allows, got ["
                            + settings + "]"
                            + (trials == 0 ? ""
                                    : " and [" + trials + "] with [" + Prints.PARAMETER.name()
                                            + "]"));
        }
        if (parameters.sampleSize() > maxSampleSize) {
            throw new IllegalArgumentException(
                    "[" + TuneParameters.SAMPLE_SIZE.name() + "] must be at most [" + maxSampleSize
                            + "], which the cluster setting ["
                            + TuneSettings.MAX_SAMPLE_SIZE.getKey()
                            + "] allows, got [" + parameters.sampleSize() + "]");
        }
    }

    private static List<?> orAuto(List<Integer> values) {
        return values.isEmpty() ? List.of(ValueLists.AUTO) : values;
    }
}
