package org.nearduplicate.tuning;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;

/** Which settings are measured, and why. */
final class TuningPlan {

    private TuningPlan() {}

    /**
     * Returns every setting that is measured: those of a grid, and for comparison the default mapping for the same pairs,
     * and the present fields for each similarity of the grid. These come last of all that have the same sketches. Of
     * settings whose queries do the same, the first stands for all.
     */
    static Map<Setting, Origin> of(ParameterGrid grid, Map<String, Setting> fields) {
        Map<Setting, Origin> settings = new LinkedHashMap<>();
        Map<Object, Setting> measured = new HashMap<>();
        BiConsumer<Setting, Origin> add = (setting, origin) -> settings.merge(
                measured.computeIfAbsent(
                        List.of(setting.analyzer(), setting.scheme(), setting.bands().lookup()),
                        none -> setting),
                origin, Origin::and);
        grid.settings().forEach(setting -> add.accept(setting, Origin.TRIED));
        settings.keySet().stream().map(Setting::wanted).distinct().toList()
                .forEach(wanted -> addDefault(wanted, add));
        fields.forEach(
                (name, field) -> grid.similarities().forEach(
                        similarity -> add.accept(field.from(similarity), Origin.of(name))));
        return settings;
    }

    /** Adds none if no bands within the default hashes find the pairs. */
    private static void addDefault(WantedPairs wanted, BiConsumer<Setting, Origin> add) {
        Scheme scheme = wanted.shingles().byDefault();
        CurveGoal goal = CurveGoal.find(wanted.similarity(), Parameters.RECALL.defaultValue());
        BandChoice.choices(goal, BandRows.MOST, scheme.hashCount())
                .findFirst()
                .map(bands -> new Setting(wanted.shingles().analyzer(), scheme, bands))
                .ifPresent(setting -> add.accept(setting, Origin.DEFAULT));
    }

    /** Groups settings or their figures by what they have in common, in their order. */
    static <T, K> Map<K, List<T>> grouped(Collection<T> all, Function<T, K> common) {
        return all.stream()
                .collect(Collectors.groupingBy(common, LinkedHashMap::new, Collectors.toList()));
    }
}
