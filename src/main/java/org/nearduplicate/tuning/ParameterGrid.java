package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * Lists of values for each parameter; every combination is a setting.
 *
 * @param analyzers names of analyzers
 * @param units what shingles are made of
 * @param shingleSizes how many units make one
 * @param hashFunctions hash functions
 * @param algorithms sketch algorithms
 * @param hashCounts components of a sketch
 * @param signatureBits bits of each that a signature keeps
 * @param bandLists bands and rows
 * @param similarities similarities from which pairs should be found
 */
public record ParameterGrid(
        List<String> analyzers,
        List<ShingleUnit> units,
        List<Integer> shingleSizes,
        List<HashFunction> hashFunctions,
        List<SketchAlgorithm> algorithms,
        List<Integer> hashCounts,
        List<Integer> signatureBits,
        BandLists bandLists,
        List<Double> similarities) {

    /** Copies the lists; a value that is given twice counts once. */
    public ParameterGrid {
        analyzers = distinct(analyzers);
        units = distinct(units);
        shingleSizes = distinct(shingleSizes);
        hashFunctions = distinct(hashFunctions);
        algorithms = distinct(algorithms);
        hashCounts = distinct(hashCounts);
        signatureBits = distinct(signatureBits);
        similarities = distinct(similarities);
    }

    /** Returns the number of settings, without making them. */
    public long size() {
        return product(hashCount -> bandLists.count(hashCount, similarities));
    }

    /** Returns the number of combinations that are no settings, as their bands do not fit. */
    public long leftOut() {
        return product(hashCount -> bandLists.leftOut(hashCount, similarities));
    }

    private long product(ToLongFunction<Integer> choices) {
        return hashCounts.stream().mapToLong(choices).sum()
                * analyzers.size() * units.size() * shingleSizes.size()
                * hashFunctions.size() * algorithms.size() * signatureBits.size();
    }

    /** Returns the shingle settings, each with an exact truth of its own. */
    List<ShingleSetting> shingleSettings() {
        List<ShingleSetting> settings = new ArrayList<>();
        for (String analyzer : analyzers) {
            for (ShingleUnit unit : units) {
                for (int size : shingleSizes) {
                    settings.add(new ShingleSetting(analyzer, unit, size));
                }
            }
        }
        return settings;
    }

    private List<SketchSetting> sketchSettings() {
        List<SketchSetting> settings = new ArrayList<>();
        for (HashFunction hashFunction : hashFunctions) {
            for (SketchAlgorithm algorithm : algorithms) {
                for (int hashCount : hashCounts) {
                    for (int bits : signatureBits) {
                        settings.add(
                                new SketchSetting(
                                        hashFunction, Parameters.SEED.defaultValue(), algorithm,
                                        hashCount, bits));
                    }
                }
            }
        }
        return settings;
    }

    /** Returns every setting, each once. */
    List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (ShingleSetting shingles : shingleSettings()) {
            for (SketchSetting sketch : sketchSettings()) {
                for (double similarity : similarities) {
                    for (BandChoice bands : bandLists.choices(sketch.hashCount(), similarity)) {
                        settings.add(new Setting(shingles, sketch, bands));
                    }
                }
            }
        }
        return settings;
    }

    /** Returns the lowest similarity. */
    double lowestSimilarity() {
        return similarities.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    private static <T> List<T> distinct(List<T> values) {
        return values.stream().distinct().toList();
    }
}
