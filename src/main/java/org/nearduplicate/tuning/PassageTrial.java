package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.nearduplicate.sketch.ContainmentEstimate;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.SampledShingles;
import org.nearduplicate.sketch.ShareOf;
import org.nearduplicate.sketch.ShingleSet;

/**
 * Searches a sample for passages of its own texts, by all of their shingles, and by the sampled ones as a query does.
 * Nothing is indexed for that: the lists of shingles stand for the index. Not thread-safe.
 */
final class PassageTrial {

    /** The default of a mapping: a recommended mapping gives no recall for passages. */
    private static final double RECALL = Parameters.RECALL.defaultValue();

    private final ShingledSample sample;
    private final ShingleLists lists;
    private final JobMonitor monitor;

    /** How many sampled shingles of a passage each content has. */
    private final int[] shared;

    private PassageTrial(ShingledSample sample, ShingleLists lists, JobMonitor monitor) {
        this.sample = sample;
        this.lists = lists;
        this.monitor = monitor;
        this.shared = new int[sample.contents()];
    }

    /**
     * Returns figures for each number of which one shingle is sampled, and each similarity as a share. The lists have all
     * contents of the sample.
     */
    static List<PassageFigures> run(
            ShingledSample sample, ShingleLists lists, ParameterGrid grid, JobMonitor monitor) {
        if (grid.oneIn().isEmpty()) {
            return List.of();
        }
        Map<SampledShingles, List<Tally>> tallies = new LinkedHashMap<>();
        for (int oneIn : grid.oneIn()) {
            tallies.put(new SampledShingles(oneIn),
                    grid.similarities().stream().map(Tally::new).toList());
        }
        PassageTrial trial = new PassageTrial(sample, lists, monitor);
        trial.search(grid.shortestPassage(), tallies);
        List<PassageFigures> figures = new ArrayList<>();
        tallies.forEach((sampled, same) -> trial.addFigures(sampled, same, figures));
        return figures;
    }

    private void search(int shortest, Map<SampledShingles, List<Tally>> tallies) {
        PassageDraw draw = new PassageDraw(
                sample.sketcher(sample.setting().byDefault()), shortest, monitor);
        for (int content = 0; content < sample.contents(); content++) {
            monitor.checkCancelled();
            ShingleSet passage = draw.draw(sample.texts(content), new SplittableRandom(content));
            if (passage != null) {
                search(content, passage, tallies);
            }
        }
    }

    private void search(int own, ShingleSet passage, Map<SampledShingles, List<Tally>> tallies) {
        countCommon(own, passage);
        tallies.forEach((sampled, same) -> {
            int sought = countShared(own, passage, sampled);
            for (Tally tally : same) {
                tally.begin(passage.size(), sought);
                for (int i = 0; i < lists.counted(); i++) {
                    int content = lists.counted(i);
                    tally.add(
                            lists.countOf(content), shared[content], sample.copies(content));
                }
            }
        });
        lists.clearCounts();
    }

    /** A shingle that its own text alone has is in no list. */
    private void countCommon(int own, ShingleSet passage) {
        for (int i = 0; i < passage.size(); i++) {
            monitor.checkCancelled(i);
            lists.count(lists.find(passage.get(i)));
        }
        lists.count(own, passage.inCommonWith(sample.set(own)) - lists.countOf(own));
    }

    /** Returns how many sampled shingles the passage has. */
    private int countShared(int own, ShingleSet passage, SampledShingles sampled) {
        for (int i = 0; i < lists.counted(); i++) {
            shared[lists.counted(i)] = 0;
        }
        int count = 0;
        for (int i = 0; i < passage.size(); i++) {
            long shingle = passage.get(i);
            if (sampled.isSampled(shingle)) {
                count++;
                shared[own] += sample.set(own).has(shingle) ? 1 : 0;
                int list = lists.find(shingle);
                int end = lists.end(list);
                for (int entry = lists.begin(list); entry < end; entry++) {
                    int content = lists.content(entry);
                    shared[content] += content == own ? 0 : 1;
                }
            }
        }
        return count;
    }

    private void addFigures(
            SampledShingles sampled, List<Tally> tallies, List<PassageFigures> figures) {
        long all = 0;
        long without = 0;
        for (int content = 0; content < sample.contents(); content++) {
            monitor.checkCancelled(content);
            int count = sampled.keys(sample.set(content)).length;
            all += (long) count * sample.copies(content);
            without += count == 0 ? sample.copies(content) : 0;
        }
        double bytes = sample.termBytes(content -> sampled.keys(sample.set(content)));
        for (Tally tally : tallies) {
            figures.add(
                    new PassageFigures(
                            new WantedPairs(sample.setting(), tally.similarity), sampled,
                            tally.passages, tally.pairs, tally.found, tally.candidates,
                            (double) all / sample.documents(), without, bytes));
        }
    }

    /** What was counted for one in so many shingles and a share. */
    private static final class Tally {

        private final double similarity;
        private int passages;
        private long pairs;
        private long found;
        private long candidates;

        private int shingles;
        private int needed;

        private Tally(double similarity) {
            this.similarity = similarity;
        }

        private void begin(int shingles, int sampled) {
            this.shingles = shingles;
            this.needed = new ContainmentEstimate(sampled).neededFor(similarity, RECALL);
            passages++;
        }

        private void add(int common, int shared, int documents) {
            boolean isWanted = ShareOf.LIKE.share(common, shingles, shingles) >= similarity;
            boolean isCandidate = shared >= needed;
            pairs += isWanted ? documents : 0;
            candidates += isCandidate ? documents : 0;
            found += isWanted && isCandidate ? documents : 0;
        }
    }
}
