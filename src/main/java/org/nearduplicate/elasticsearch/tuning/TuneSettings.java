package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.nearduplicate.tuning.ParameterGrid;

/** The settings of a cluster that guard its runs to tune, each with its reason. */
public final class TuneSettings {

    /**
     * The number of settings that one request to tune may try. Every one is measured against all pairs
     * of the sample, and has a row in the answer, which is held in memory: a handful of short lists have
     * a product of millions. The default leaves room for a few values of each parameter.
     */
    public static final Setting<Integer> MAX_SETTINGS =
            Setting.intSetting(
                    "near_duplicate.tune.max_settings", 1_000, 1, 100_000, Property.NodeScope,
                    Property.Dynamic);

    /**
     * The number of documents that the sample of one request to tune may have. Their texts and shingles
     * are held in memory on the node that got the request, and the pairs of a sample grow with the square
     * of its documents. The default allows all that a request can ask for; an operator of small nodes
     * lowers it.
     */
    public static final Setting<Integer> MAX_SAMPLE_SIZE =
            Setting.intSetting(
                    "near_duplicate.tune.max_sample_size", TuneParameters.SAMPLE_SIZE.max(),
                    TuneParameters.SAMPLE_SIZE.min(), TuneParameters.SAMPLE_SIZE.max(),
                    Property.NodeScope, Property.Dynamic);

    private TuneSettings() {}

    /** Refuses a request that tries no setting, or more settings or documents than the cluster allows now. */
    static void check(TuneParameters parameters, ClusterSettings allowed) {
        ParameterGrid grid = parameters.grid();
        long settings = grid.size();
        if (settings == 0) {
            throw new IllegalArgumentException(
                    "[bands] × [rows] must fit into [hash_count] in one setting at least, got [bands] "
                            + orAuto(grid.bandLists().bands()) + ", [rows] "
                            + orAuto(grid.bandLists().rows()) + ", [hash_count] "
                            + grid.hashCounts() + " and [similarity] " + grid.similarities());
        }
        long trials = grid.trials();
        String andTrials = trials == 0 ? "" : " and [" + trials + "] with [passages]";
        require(
                settings + trials, MAX_SETTINGS, allowed, "the lists must have a product of",
                " settings",
                settings + "]" + andTrials);
        require(
                parameters.sampleSize(), MAX_SAMPLE_SIZE, allowed, "[sample_size] must be", "",
                parameters.sampleSize() + "]");
    }

    private static void require(
            long number, Setting<Integer> limit, ClusterSettings allowed, String what, String unit,
            String got) {
        int most = allowed.get(limit);
        if (number > most) {
            throw new IllegalArgumentException(
                    what + " at most [" + most + "]" + unit + ", which the cluster setting ["
                            + limit.getKey() + "] allows, got [" + got);
        }
    }

    private static List<?> orAuto(List<Integer> values) {
        return values.isEmpty() ? List.of(TuneParameters.AUTO) : values;
    }
}
