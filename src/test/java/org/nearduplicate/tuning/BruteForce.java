package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * The exact similarities of all pairs of a sample, from shingles as strings, without hashing and by
 * comparing all. Tokens are what is between spaces.
 */
final class BruteForce {

    private final List<Set<String>> sets = new ArrayList<>();
    private final int[] documents;

    BruteForce(List<List<String>> sample, ShingleSetting setting) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < sample.size(); i++) {
            Set<String> shingles = new HashSet<>();
            sample.get(i).forEach(value -> addShingles(value, setting, shingles));
            if (shingles.isEmpty() == false) {
                sets.add(shingles);
                numbers.add(i);
            }
        }
        documents = numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the documents that have a shingle. */
    int size() {
        return sets.size();
    }

    /** Returns the number in the sample of one of them. */
    int document(int i) {
        return documents[i];
    }

    int distinct() {
        return new HashSet<>(sets).size();
    }

    int shingles(int i) {
        return sets.get(i).size();
    }

    boolean same(int i, int j) {
        return sets.get(i).equals(sets.get(j));
    }

    double similarity(int i, int j) {
        Set<String> common = new HashSet<>(sets.get(i));
        common.retainAll(sets.get(j));
        Set<String> all = new HashSet<>(sets.get(i));
        all.addAll(sets.get(j));
        return (double) common.size() / all.size();
    }

    private static void addShingles(String value, ShingleSetting setting, Set<String> shingles) {
        String trimmed = value.trim();
        if (trimmed.isEmpty()) {
            return;
        }
        List<String> units = setting.unit() == ShingleUnit.WORD
                ? List.of(trimmed.split(" +"))
                : List.of(trimmed.replaceAll(" +", " ").split(""));
        int size = Math.min(setting.size(), units.size());
        for (int i = 0; i + size <= units.size(); i++) {
            shingles.add(String.join("\u0000", units.subList(i, i + size)));
        }
    }
}
