package org.nearduplicate.tuning;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;

/**
 * Every setting that is measured: those of a grid, and to compare with them the default mapping for the same pairs, and
 * the fields that there are. These come last of all that have the same sketches. Of settings whose queries do the same, the
 * first stands for all.
 *
 * @param settings the settings, and why each is measured
 */
record TuningPlan(Map<Setting, Origin> settings) {

    /** Keeps the order. */
    TuningPlan {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /**
     * Makes a plan.
     *
     * @param grid the settings that are tried
     * @param fields the fields that there are, measured for each similarity of the grid
     */
    static TuningPlan of(ParameterGrid grid, List<PresentField> fields) {
        Map<Setting, Origin> settings = new LinkedHashMap<>();
        Map<Object, Setting> measured = new HashMap<>();
        BiConsumer<Setting, Origin> add = (setting, origin) -> settings.merge(
                measured.computeIfAbsent(
                        List.of(setting.shingles(), setting.sketch(), setting.bands().lookup()),
                        none -> setting),
                origin, Origin::and);
        grid.settings().forEach(setting -> add.accept(setting, Origin.TRIED));
        settings.keySet().stream()
                .map(Setting::wanted)
                .distinct()
                .map(TuningPlan::byDefault)
                .flatMap(Optional::stream)
                .toList()
                .forEach(setting -> add.accept(setting, Origin.DEFAULT));
        for (PresentField field : fields) {
            for (double similarity : grid.similarities()) {
                add.accept(field.setting(similarity), Origin.of(field));
            }
        }
        return new TuningPlan(settings);
    }

    /** Returns none if no bands within the default hashes find the pairs. */
    private static Optional<Setting> byDefault(WantedPairs wanted) {
        CurveGoal goal = CurveGoal.find(wanted.similarity(), Parameters.RECALL.defaultValue());
        return BandChoice.choices(goal, BandRows.MOST, SketchSetting.DEFAULT.hashCount())
                .findFirst()
                .map(bands -> new Setting(wanted.shingles(), SketchSetting.DEFAULT, bands));
    }

    /** Returns whether one of some settings is tried, or else they are those of present fields alone. */
    boolean tries(List<Setting> some) {
        return some.stream().anyMatch(setting -> settings.get(setting).isTried());
    }

    /** Returns settings by what some of them have in common, in their order. */
    static <K> Map<K, List<Setting>> grouped(
            Collection<Setting> settings, Function<Setting, K> common) {
        return settings.stream()
                .collect(Collectors.groupingBy(common, LinkedHashMap::new, Collectors.toList()));
    }
}
