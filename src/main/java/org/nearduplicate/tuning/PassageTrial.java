package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.nearduplicate.lucene.TextSketcher;
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

    private static final long BYTES_PER_CONTENT = 3L * Integer.BYTES;

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
     * @param sketcher that of the sample
     * @param grid which prints, and how long passages are
     * @param similarities the shares of a passage that documents are to have
     * @param monitor asked for memory
     * @return figures for each of the prints and of the shares, without those of the index
     */
    static List<Tally> run(
            ShingledSample sample,
            TextSketcher sketcher,
            PassageGrid grid,
            List<Double> similarities,
            JobMonitor monitor) {
        if (grid.prints().isEmpty()) {
            return List.of();
        }
        long bytes =
                ShingleLists.BYTES_PER_SHINGLE * sample.shingles()
                        + BYTES_PER_CONTENT * sample.contents();
        monitor.reserve(bytes);
        try {
            List<Tally> tallies = new ArrayList<>();
            for (int oneIn : grid.prints()) {
                for (double similarity : similarities) {
                    tallies.add(new Tally(new Prints(oneIn), similarity));
                }
            }
            new PassageTrial(sample, monitor).ask(sketcher, grid.shortest(), tallies);
            return tallies;
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private void ask(TextSketcher sketcher, int shortest, List<Tally> tallies) {
        ShingleHashes hashes = new ShingleHashes(monitor::reserve);
        PassageDraw draw = new PassageDraw(sketcher, shortest, hashes, monitor);
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

    private void ask(int own, ShingleSet passage, List<Tally> tallies) {
        countCommon(own, passage);
        Prints counted = null;
        int prints = 0;
        for (Tally tally : tallies) {
            if (tally.prints.equals(counted) == false) {
                counted = tally.prints;
                prints = countShared(own, passage, counted);
            }
            tally.begin(passage.size(), prints);
            for (int i = 0; i < touchedSize; i++) {
                int content = touched[i];
                tally.add(common[content], shared[content], sample.copies(content));
            }
        }
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

    /** What was counted of some prints and a share. */
    static final class Tally {

        private final Prints prints;
        private final double similarity;
        private int passages;
        private long pairs;
        private long found;
        private long candidates;

        private int shingles;
        private int needed;

        Tally(Prints prints, double similarity) {
            this.prints = prints;
            this.similarity = similarity;
        }

        Prints prints() {
            return prints;
        }

        /** Returns the figures, with those of the index. */
        PassageFigures figures(ShingleSetting setting, PrintCensus census) {
            return new PassageFigures(
                    new WantedPairs(setting, similarity), prints, passages, pairs, found,
                    candidates, census);
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
