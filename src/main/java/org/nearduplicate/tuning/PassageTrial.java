package org.nearduplicate.tuning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.PrintEstimate;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.sketch.ShareOf;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;

/**
 * Asks a sample for passages of its own texts, by all of their shingles, and by the prints among them as a query does. Nothing is
 * indexed for that: of each shingle the contents are listed that have it. Belongs to one thread.
 */
final class PassageTrial {

    /** That of a mapping which says none, as a recommended one does. */
    private static final double RECALL = Parameters.RECALL.defaultValue();

    private final ShingledSample sample;
    private final JobMonitor monitor;
    private final ShingleLists lists;

    /** How many shingles of a passage, and how many of its prints, each content has. */
    private final int[] common;
    private final int[] shared;

    /** The contents that have any. */
    private final int[] touched;
    private int touchedSize;

    private PassageTrial(ShingledSample sample, JobMonitor monitor) {
        this.sample = sample;
        this.monitor = monitor;
        this.lists = ShingleLists.of(sample);
        this.common = new int[sample.contents()];
        this.shared = new int[sample.contents()];
        this.touched = new int[sample.contents()];
        for (int content = 0; content < sample.contents(); content++) {
            monitor.checkCancelled();
            list(content);
        }
    }

    private void list(int content) {
        ShingleSet set = sample.set(content);
        for (int i = 0; i < set.size(); i++) {
            int list = lists.find(set.get(i));
            if (list >= 0) {
                lists.add(list, content);
            }
        }
    }

    /**
     * Tries prints.
     *
     * @param sample the contents
     * @param grid which prints, and how long passages are
     * @param similarities the shares of a passage that documents are to have
     * @param monitor asked for memory
     * @return figures for each of the prints and of the shares
     */
    static List<PassageFigures> run(
            ShingledSample sample,
            PassageGrid grid,
            List<Double> similarities,
            JobMonitor monitor) {
        if (grid.prints().isEmpty()) {
            return List.of();
        }
        long bytes = ShingleLists.bytes(sample);
        monitor.reserve(bytes);
        try {
            Map<Prints, List<Tally>> tallies = new LinkedHashMap<>();
            for (int oneIn : grid.prints()) {
                tallies.put(new Prints(oneIn), similarities.stream().map(Tally::new).toList());
            }
            PassageTrial trial = new PassageTrial(sample, monitor);
            trial.ask(grid.shortest(), tallies);
            return tallies.entrySet().stream()
                    .flatMap(each -> trial.figures(each.getKey(), each.getValue()).stream())
                    .toList();
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private void ask(int shortest, Map<Prints, List<Tally>> tallies) {
        ShingleHashes hashes = new ShingleHashes(monitor::reserve);
        PassageDraw draw = new PassageDraw(
                sample.sketcher(sample.setting().byDefault()), shortest, hashes, monitor);
        try {
            for (int content = 0; content < sample.contents(); content++) {
                monitor.checkCancelled();
                ShingleSet passage =
                        draw.draw(sample.texts(content), new SplittableRandom(content));
                if (passage != null) {
                    ask(content, passage, tallies);
                }
            }
        } finally {
            draw.release();
            hashes.clear();
        }
    }

    private void ask(int own, ShingleSet passage, Map<Prints, List<Tally>> tallies) {
        countCommon(own, passage);
        tallies.forEach((prints, ofPrints) -> {
            int sought = countShared(own, passage, prints);
            for (Tally tally : ofPrints) {
                tally.begin(passage.size(), sought);
                for (int i = 0; i < touchedSize; i++) {
                    int content = touched[i];
                    tally.add(common[content], shared[content], sample.copies(content));
                }
            }
        });
        for (int i = 0; i < touchedSize; i++) {
            common[touched[i]] = 0;
        }
        touchedSize = 0;
    }

    /** A shingle that its own text alone has is in no list. */
    private void countCommon(int own, ShingleSet passage) {
        touched[touchedSize++] = own;
        common[own] = passage.inCommonWith(sample.set(own));
        for (int i = 0; i < passage.size(); i++) {
            monitor.checkCancelled(i);
            int list = lists.find(passage.get(i));
            for (int entry = begin(list); entry < end(list); entry++) {
                int content = lists.content(entry);
                if (content != own && common[content]++ == 0) {
                    touched[touchedSize++] = content;
                }
            }
        }
    }

    /** Returns how many prints the passage has. */
    private int countShared(int own, ShingleSet passage, Prints prints) {
        for (int i = 0; i < touchedSize; i++) {
            shared[touched[i]] = 0;
        }
        int count = 0;
        for (int i = 0; i < passage.size(); i++) {
            long shingle = passage.get(i);
            if (prints.isPrint(shingle)) {
                count++;
                shared[own] += sample.set(own).has(shingle) ? 1 : 0;
                int list = lists.find(shingle);
                for (int entry = begin(list); entry < end(list); entry++) {
                    int content = lists.content(entry);
                    shared[content] += content == own ? 0 : 1;
                }
            }
        }
        return count;
    }

    private int begin(int list) {
        return list < 0 ? 0 : lists.begin(list);
    }

    private int end(int list) {
        return list < 0 ? 0 : lists.end(list);
    }

    private List<PassageFigures> figures(Prints prints, List<Tally> tallies) {
        long all = 0;
        long without = 0;
        for (int content = 0; content < sample.contents(); content++) {
            monitor.checkCancelled(content);
            int count = prints.keys(sample.set(content)).length;
            all += (long) count * sample.copies(content);
            without += count == 0 ? sample.copies(content) : 0;
        }
        double perDocument = (double) all / sample.documents();
        long withoutPrints = without;
        double bytes = sample.termBytes(content -> prints.keys(sample.set(content)));
        return tallies.stream()
                .map(
                        tally -> new PassageFigures(
                                new WantedPairs(sample.setting(), tally.similarity), prints,
                                tally.passages, tally.pairs, tally.found, tally.candidates,
                                perDocument, withoutPrints, bytes))
                .toList();
    }

    /** What was counted of some prints and a share. */
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

        private void begin(int shingles, int prints) {
            this.shingles = shingles;
            this.needed = new PrintEstimate(prints).neededFor(similarity, RECALL);
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
