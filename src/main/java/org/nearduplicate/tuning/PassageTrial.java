package org.nearduplicate.tuning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;
import org.nearduplicate.sketch.sets.ShingleSet;

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
    static List<Tuning.PassageFigures> run(
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
        List<Tuning.PassageFigures> figures = new ArrayList<>();
        tallies.forEach((sampled, same) -> trial.addFigures(sampled, same, figures));
        return figures;
    }

    private void search(int shortest, Map<SampledShingles, List<Tally>> tallies) {
        Draw draw = new Draw(
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
            SampledShingles sampled, List<Tally> tallies, List<Tuning.PassageFigures> figures) {
        long all = 0;
        long without = 0;
        for (int content = 0; content < sample.contents(); content++) {
            monitor.checkCancelled(content);
            int count = sampled.shingles(sample.set(content)).length;
            all += (long) count * sample.copies(content);
            without += count == 0 ? sample.copies(content) : 0;
        }
        double bytes = sample.termBytes(content -> sampled.shingles(sample.set(content)));
        for (Tally tally : tallies) {
            figures.add(
                    new Tuning.PassageFigures(
                            new Setting.WantedPairs(sample.setting(), tally.similarity), sampled,
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

    /**
     * Draws a passage of a text: consecutive tokens, from a random place, that make so many shingles. The same text and
     * random numbers give the same passage. Charges its memory, and keeps it for the next text. Not thread-safe.
     */
    static final class Draw {

        /** What a token takes on the heap, with its place in a list. */
        private static final long BYTES_PER_TOKEN = 48;

        /** For how many tokens the monitor is charged at a time. */
        private static final int TOKENS_CHARGED = 1_024;

        /** A token between two offsets, and the units of shingles that it has. */
        private record Token(int start, int end, int units) {}

        private final TextSketcher sketcher;
        private final boolean ofWords;
        private final int units;
        private final ShingleHashes hashes;
        private final JobMonitor monitor;
        private final List<Token> tokens = new ArrayList<>();
        private int charged;

        /** Passages have so many shingles, or fewer where some of them repeat. */
        Draw(TextSketcher sketcher, int shingles, JobMonitor monitor) {
            this.sketcher = sketcher;
            this.ofWords = sketcher.scheme().shingleUnit() == ShingleUnit.WORD;
            this.units = shingles + sketcher.scheme().shingleSize() - 1 + (ofWords ? 0 : 1);
            this.hashes = new ShingleHashes(monitor::reserve);
            this.monitor = monitor;
        }

        /** Returns the shingles of a passage of the first of some values that is long enough, or null if none is. */
        ShingleSet draw(List<String> values, SplittableRandom random) {
            for (String value : values) {
                read(value);
                int last = lastStart();
                if (last >= 0) {
                    return shingles(passage(value, random.nextInt(last + 1)));
                }
            }
            return null;
        }

        /** Offsets may go back: a filter may put a word before one that begins earlier. */
        private String passage(String value, int from) {
            int start = Integer.MAX_VALUE;
            int end = 0;
            long left = units;
            for (int i = from; left > 0; i++) {
                Token token = tokens.get(i);
                start = Math.min(start, token.start);
                end = Math.max(end, token.end);
                left -= token.units;
            }
            return value.substring(start, end);
        }

        private ShingleSet shingles(String passage) {
            hashes.clear();
            sketcher.shingle(passage, hashes);
            return hashes.isEmpty() ? null : ShingleSet.of(hashes);
        }

        private void read(String value) {
            tokens.clear();
            try (TokenStream stream = sketcher.tokens(value)) {
                OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
                CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
                stream.reset();
                while (stream.incrementToken()) {
                    add(new Token(offset.startOffset(), offset.endOffset(), unitsOf(term)));
                }
                stream.end();
            } catch (IOException e) {
                throw new UncheckedIOException("analysis of a text in memory failed", e);
            }
        }

        private void add(Token token) {
            if (tokens.size() == charged) {
                monitor.reserve(BYTES_PER_TOKEN * TOKENS_CHARGED);
                charged += TOKENS_CHARGED;
            }
            tokens.add(token);
        }

        /** Counts one character between tokens too. After the last token there is none, so {@link #units} is one more. */
        private int unitsOf(CharTermAttribute term) {
            return ofWords ? 1 : 1 + Character.codePointCount(term, 0, term.length());
        }

        /** Returns the last token from which there are enough units, or a negative number. */
        private int lastStart() {
            long left = units;
            int start = tokens.size();
            while (left > 0 && start > 0) {
                left -= tokens.get(--start).units;
            }
            return left > 0 ? -1 : start;
        }
    }
}
