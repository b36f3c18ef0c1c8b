package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.benchmark.corpus.HotTexts;
import org.nearduplicate.benchmark.index.TextIndices;
import org.nearduplicate.benchmark.index.TextIndices.Layout;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.lucene.Verify;

/** What would be quadratic if nothing was done about it. Not thread-safe. */
final class HotCases {

    private static final double MEGABYTE = 1 << 20;

    private final Settings settings;
    private final PrintStream progress;
    private final MarkdownTable table = new MarkdownTable(
            "documents", "layout, verify", "all groups, s",
            "all groups on the clock, s", "largest bucket", "limited buckets",
            "pairs compared", "pairs left out", "verified pairs", "groups",
            "asked for at most, MB");

    /**
     * @param progress is told what is done
     */
    HotCases(Settings settings, PrintStream progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** Measures all cases. */
    void run() throws IOException {
        for (HotTexts texts : HotTexts.values()) {
            int documents = settings.hotDocuments() / texts.divisor();
            Corpus corpus = new Corpus(settings.seed(), 1, new Clusters(documents, 0));
            String name = String.format(Locale.ROOT, "hot-%d-%d-%s", settings.seed(), documents,
                    texts.name().toLowerCase(Locale.ROOT));
            progress.println("index " + name);
            TextIndices indices = new TextIndices(settings.directory().resolve(name));
            indices.build(
                    documents, id -> texts.text(corpus, id), true, settings.threads());
            for (Verify verify : Verify.values()) {
                measure(texts, Layout.ONE_SEGMENT, indices, verify);
            }
        }
    }

    /** Prints what was measured. */
    void print(PrintStream out) {
        out.println(table);
    }

    private void measure(HotTexts texts, Layout layout, TextIndices indices, Verify verify)
            throws IOException {
        try (OpenShards shards = new OpenShards(indices.paths(layout))) {
            GroupsCase each = new GroupsCase(layout, shards, verify);
            for (int i = 0; i < settings.repetitions(); i++) {
                each.measure();
            }
            GroupsCounts counts = each.counts();
            table.row(
                    String.format(Locale.ROOT, "%,d", shards.documents()) + ", " + texts.title(),
                    each.title(), each.job(),
                    each.elapsed(),
                    counts.get(Count.LARGEST_BUCKET), counts.get(Count.LIMITED_BUCKETS),
                    counts.get(Count.COMPARISONS),
                    counts.get(Count.PAIRS_LEFT_OUT), counts.get(Count.VERIFIED_PAIRS),
                    counts.get(Count.GROUPS),
                    each.peak() / MEGABYTE);
            progress.println(texts.title() + ", " + each.title() + ": " + each.job());
        }
    }
}
