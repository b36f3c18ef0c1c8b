package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * Lists of values for each parameter; every combination is a setting.
 *
 * @param similarities similarities from which pairs should be found
 * @param oneIn one of how many shingles is sampled, each 2–64, each once; none to try none
 * @param shortestPassage the shingles of the passages that sampled shingles are tried on
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
        List<Double> similarities,
        List<Integer> oneIn,
        int shortestPassage) {

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

    /** Returns how often sampled shingles are tried, one in each number with all shingle settings and similarities. */
    public long trials() {
        return (long) oneIn.size() * analyzers.size() * units.size()
                * shingleSizes.size() * similarities.size();
    }

    /** Returns every setting, each once. */
    List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (String analyzer : analyzers) {
            for (ShingleUnit unit : units) {
                for (int size : shingleSizes) {
                    add(new ShingleSetting(analyzer, unit, size), settings);
                }
            }
        }
        return settings;
    }

    private void add(ShingleSetting shingles, List<Setting> settings) {
        for (HashFunction hashFunction : hashFunctions) {
            for (SketchAlgorithm algorithm : algorithms) {
                for (int hashCount : hashCounts) {
                    for (int bits : signatureBits) {
                        Scheme scheme = shingles.scheme(hashFunction, algorithm, hashCount, bits);
                        similarities.stream()
                                .flatMap(each -> bandLists.choices(hashCount, each).stream())
                                .map(bands -> new Setting(shingles.analyzer(), scheme, bands))
                                .forEach(settings::add);
                    }
                }
            }
        }
    }

    double lowestSimilarity() {
        return Collections.min(similarities);
    }
}
