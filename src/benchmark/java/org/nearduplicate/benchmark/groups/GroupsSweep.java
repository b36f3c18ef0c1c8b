package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.benchmark.index.TextIndices;
import org.nearduplicate.benchmark.index.TextIndices.Layout;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.lucene.Verify;

/** All groups of corpora of growing size, in all layouts. Not thread-safe. */
final class GroupsSweep {

    private static final double CLEAR = 0.9;
    private static final int[] MEMORY_DIVISORS = {1, 2, 4, 8, 16};
    private static final double MICROS = 1e6;
    private static final double MEGABYTE = 1 << 20;

    /**
     * What datasketch 1.10 takes to insert a document and to ask for its neighbours, measured elsewhere
     * with the texts of Reuters-21578 and 42 bands of 3 rows.
     */
    private static final double DATASKETCH_MICROS = 300;

    private final Settings settings;
    private final PrintStream progress;

    private final MarkdownTable times = new MarkdownTable(
            "documents", "layout, verify", "segments", "bare walk, s",
            "walk with shared postings, s",
            "all groups, s", "to bare walk", "to the other", "all groups on the clock, s",
            "clock to bare walk", "µs a document", "300 µs to it", "describing the groups, s");
    private final MarkdownTable phases = new MarkdownTable(
            "documents", "layout, verify", "count", "walk", "merge", "signatures", "pairs",
            "shingle sets", "names", "groups");
    private final MarkdownTable found = new MarkdownTable(
            "documents", "verify", "band terms", "buckets", "documents in buckets",
            "pairs compared", "verified pairs", "groups", "documents in groups",
            "planted ≥ .8, found", "planted ≥ .9, found", "pairs of strangers");
    private final MarkdownTable memory = new MarkdownTable(
            "documents", "layout, verify", "asked for at most, MB", "a document in a bucket, bytes",
            "heap at most, MB", "heap above what was asked for, MB",
            "walk sent, bytes a document and band", "records sent, bytes a document in a bucket");
    private final MarkdownTable parts = new MarkdownTable(
            "documents", "layout, verify", "memory", "memory, MB", "asked for at most, MB",
            "all groups, s", "to all memory", "pairs compared",
            "walk sent, bytes a document and band",
            "records sent, bytes a document in a bucket");
    private final MarkdownTable growth = new MarkdownTable(
            "documents", "layout, verify", "bare walk", "all groups");
    private final Map<String, GroupsCase> before = new LinkedHashMap<>();

    /**
     * @param progress is told what is done
     */
    GroupsSweep(Settings settings, PrintStream progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** Measures all sizes. */
    void run() throws IOException {
        boolean exact = true;
        for (int documents : settings.documents()) {
            Corpus corpus = Corpus.ofNews(settings.seed(), documents);
            measure(corpus, exact);
            // One size is enough: the sets take more room than all the rest.
            exact = false;
        }
    }

    /** Prints what was measured. */
    void print(PrintStream out) {
        out.println(times);
        out.println("Seconds of each phase (medians):\n");
        out.println(phases);
        out.println("Growth from the size before, which is half as large:\n");
        out.println(growth);
        out.println(found);
        out.println(memory);
        out.println("With less memory:\n");
        out.println(parts);
    }

    private void measure(Corpus corpus, boolean exact) throws IOException {
        String name = String.format(Locale.ROOT, "corpus-%d-%d%s", settings.seed(), corpus.size(),
                exact ? "-exact" : "");
        progress.println("index " + name);
        TextIndices indices = new TextIndices(settings.directory().resolve(name));
        indices.build(corpus.size(), corpus::text, exact, settings.threads());
        List<GroupsCase> cases = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            cases.add(new GroupsCase(layout, new OpenShards(indices.paths(layout)),
                    Verify.SIGNATURE));
        }
        if (exact) {
            cases.add(
                    new GroupsCase(
                            Layout.ONE_SEGMENT, new OpenShards(indices.paths(Layout.ONE_SEGMENT)),
                            Verify.EXACT));
        }
        for (GroupsCase warmUp : cases) {
            warmUp.run(Long.MAX_VALUE, false, null);
        }
        for (int i = 0; i < settings.repetitions(); i++) {
            for (GroupsCase each : cases) {
                each.measure();
            }
            progress.println("measured " + (i + 1) + " of " + settings.repetitions() + " times");
        }
        requireSame(cases.subList(0, Layout.values().length));
        for (GroupsCase each : cases) {
            report(each, corpus);
            reportParts(each, corpus);
            each.shards().close();
        }
    }

    private static void requireSame(List<GroupsCase> layouts) {
        for (GroupsCase each : layouts) {
            if (each.counts().equals(layouts.getFirst().counts()) == false) {
                throw new IllegalStateException(
                        each.title() + " found " + each.counts() + ", "
                                + layouts.getFirst().title() + " found "
                                + layouts.getFirst().counts());
            }
        }
    }

    private void report(GroupsCase each, Corpus corpus) throws IOException {
        double micros = each.job().median() / corpus.size() * MICROS;
        times.row(
                corpus.size(), each.title(), each.shards().segments(), each.scan(),
                each.bucketWalk(), each.job(),
                each.job().median() / each.scan().median(),
                each.job().median() / each.bucketWalk().median(),
                each.elapsed(), each.elapsed().median() / each.scan().median(), micros,
                DATASKETCH_MICROS / micros, each.describe());
        List<Object> seconds = new ArrayList<>(List.of(corpus.size(), each.title()));
        for (JobRun.Phase phase : JobRun.Phase.values()) {
            seconds.add(each.phase(phase).median());
        }
        phases.row(seconds.toArray());
        GroupsCase smaller = before.put(each.title(), each);
        if (smaller != null) {
            growth.row(
                    corpus.size(), each.title(),
                    each.scan().median() / smaller.scan().median(),
                    each.job().median() / smaller.job().median());
        }
        reportMemory(each, corpus);
        if (each.shards().segments() == 1) {
            reportFound(each, corpus);
        }
    }

    private void reportMemory(GroupsCase each, Corpus corpus) throws IOException {
        JobRun run = each.run(Long.MAX_VALUE, true, null);
        JobProbe probe = run.probe();
        double postings = (double) corpus.size() * Settings.scheme().banding().bands();
        memory.row(
                corpus.size(), each.title(), probe.peak() / MEGABYTE,
                probe.peak() / each.counts().get(Count.DOCUMENTS_IN_BUCKETS),
                probe.heapPeak() / MEGABYTE, probe.heapAboveReserved() / MEGABYTE,
                run.shards().bytes(ShardTimes.Call.SCAN) / postings,
                run.shards().bytes(ShardTimes.Call.SIGNATURES)
                        / (double) each.counts().get(Count.DOCUMENTS_IN_BUCKETS));
    }

    private void reportParts(GroupsCase each, Corpus corpus) throws IOException {
        long all = each.peak();
        for (int divisor : MEMORY_DIVISORS) {
            long memory = divisor == 1 ? Long.MAX_VALUE : all / divisor;
            List<Double> seconds = new ArrayList<>();
            JobRun run = null;
            for (int i = 0; i < settings.repetitions(); i++) {
                run = each.run(memory, false, null);
                seconds.add(run.seconds());
            }
            parts.row(
                    corpus.size(), each.title(), "1/" + divisor, all / divisor / MEGABYTE,
                    run.probe().peak() / MEGABYTE, Sample.of(seconds),
                    Sample.of(seconds).median() / each.job().median(),
                    run.counts().get(Count.COMPARISONS),
                    run.shards().bytes(ShardTimes.Call.SCAN)
                            / ((double) corpus.size() * Settings.scheme().banding().bands()),
                    run.shards().bytes(ShardTimes.Call.SIGNATURES)
                            / (double) each.counts().get(Count.DOCUMENTS_IN_BUCKETS));
        }
    }

    private void reportFound(GroupsCase each, Corpus corpus) throws IOException {
        TopResults pairs = new TopResults(
                new TopResults.Limits(0, 1, Long.MAX_VALUE), Keep.LONGEST, GroupsProgress.NONE);
        GroupsCounts counts = each.run(Long.MAX_VALUE, false, pairs).counts();
        PlantedPairs planted = PlantedPairs.in(pairs.pairs(), corpus, Settings.MIN_SIMILARITY);
        PlantedPairs clear = PlantedPairs.in(pairs.pairs(), corpus, CLEAR);
        found.row(
                corpus.size(), each.verify(), counts.get(Count.BAND_TERMS),
                counts.get(Count.BUCKETS),
                counts.get(Count.DOCUMENTS_IN_BUCKETS), counts.get(Count.COMPARISONS),
                counts.get(Count.VERIFIED_PAIRS),
                counts.get(Count.GROUPS), counts.get(Count.DOCUMENTS_IN_GROUPS), found(planted),
                found(clear),
                planted.strangers());
    }

    private static String found(PlantedPairs pairs) {
        return String.format(Locale.ROOT, "%.4f of %,d", pairs.recall(), pairs.planted());
    }
}
