package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * The longest passage that some documents share: a run of shingles of the first, each of which all others have.
 *
 * @param text the passage, at most {@value #MAX_LENGTH} characters of it
 * @param isCut whether it goes on
 */
public record SharedPassage(String text, boolean isCut) {

    /** Enough to be recognized, and to be a text of a request. */
    public static final int MAX_LENGTH = 1_000;

    /** The characters of each document that are looked at. */
    static final int MAX_READ = 100_000;

    /**
     * Finds it. O(characters · documents).
     *
     * @param documents the values of each, two documents at least
     * @param monitor is charged for the memory of long texts meanwhile, and may stop it
     * @return the passage, the first of equally long ones; or none if no shingle is in all
     */
    public static Optional<SharedPassage> of(
            TextSketcher sketcher, List<List<String>> documents, JobMonitor monitor) {
        List<ShingleSet> others = new ArrayList<>();
        for (List<String> other : documents.subList(1, documents.size())) {
            others.add(shingles(sketcher, other, monitor));
        }
        List<String> first = documents.getFirst();
        try (ShingledText shingled = ShingledText.of(sketcher, first, MAX_READ, monitor)) {
            return shingled.runs(hash -> others.stream().allMatch(set -> set.contains(hash)))
                    .stream()
                    .max(Comparator.comparingInt(run -> run.end() - run.start()))
                    .map(run -> cut(first.get(run.text()).substring(run.start(), run.end())));
        }
    }

    private static ShingleSet shingles(
            TextSketcher sketcher, List<String> values, JobMonitor monitor) {
        ShingleHashes hashes = new ShingleHashes(monitor);
        try (ShingledText shingled = ShingledText.of(sketcher, values, MAX_READ, monitor)) {
            shingled.forEach(hashes);
            return ShingleSet.of(hashes);
        } finally {
            hashes.clear();
        }
    }

    private static SharedPassage cut(String passage) {
        if (passage.length() <= MAX_LENGTH) {
            return new SharedPassage(passage, false);
        }
        boolean splits = Character.isHighSurrogate(passage.charAt(MAX_LENGTH - 1));
        return new SharedPassage(passage.substring(0, MAX_LENGTH - (splits ? 1 : 0)), true);
    }
}
