package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.index.IndexableField;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.CpuClock;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.HostileText;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * Measures what a character of a long text costs beside one of a hundred texts that are as long together,
 * for each kind of hostile text: as a document, from its values to all that Lucene stores, and as {@code
 * like}, from its texts to the query. Prints a table for {@code docs/internals/performance.md}.
 */
public final class HostileTextBenchmark {

    private static final int SHORT = 40_000;
    private static final int LONG = 100 * SHORT;

    private final TextSketcher sketcher = new TextSketcher(
            Settings.FIELD, new NearDuplicateAnalyzer(), Settings.scheme());
    private final Settings settings;
    private final MarkdownTable table = new MarkdownTable(
            "text", "document of 40 kB, ns a character", "of 4 MB", "ratio",
            "`like` of 40 kB, ns a character", "of 4 MB", "ratio");
    private double worst;

    private HostileTextBenchmark(Settings settings) {
        this.settings = settings;
    }

    /** What is measured: something made of the values of a document. */
    @FunctionalInterface
    private interface Work {

        void run(List<String> values) throws IOException;
    }

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException never, as all texts are in memory
     */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        HostileTextBenchmark benchmark = new HostileTextBenchmark(Settings.read());
        for (HostileText kind : HostileText.kinds()) {
            benchmark.measure(kind);
        }
        out.println(benchmark.settings.describe());
        out.println(benchmark.table);
        out.printf(Locale.ROOT, "highest ratio: %.2f%n", benchmark.worst);
    }

    private void measure(HostileText kind) throws IOException {
        List<List<String>> many = IntStream.range(0, LONG / SHORT)
                .mapToObj(i -> kind.values(SHORT, settings.seed() + i))
                .toList();
        List<List<String>> one = List.of(kind.values(LONG, settings.seed()));
        Sample[] document = inTurns(many, one, this::index);
        Sample[] like = inTurns(many, one, this::like);
        table.row(
                kind, document[0].median(), document[1].median(), ratio(document),
                like[0].median(), like[1].median(), ratio(like));
    }

    private double ratio(Sample... samples) {
        double ratio = samples[1].median() / samples[0].median();
        worst = Math.max(worst, ratio);
        return ratio;
    }

    /** Measures both in turns, after a round that has the code compiled. */
    private Sample[] inTurns(List<List<String>> many, List<List<String>> one, Work work)
            throws IOException {
        double[][] nanos = new double[2][settings.repetitions()];
        for (int i = -1; i < settings.repetitions(); i++) {
            double ofMany = nanos(many, work);
            double ofOne = nanos(one, work);
            if (i >= 0) {
                nanos[0][i] = ofMany;
                nanos[1][i] = ofOne;
            }
        }
        return new Sample[] {new Sample(nanos[0]), new Sample(nanos[1])};
    }

    /** Returns the nanoseconds of processor time that a character takes. */
    private static double nanos(List<List<String>> documents, Work work) throws IOException {
        long start = CpuClock.nanos();
        for (List<String> values : documents) {
            work.run(values);
        }
        return (CpuClock.nanos() - start) / (double) LONG;
    }

    /** Reads all that a field with {@code exact} stores, as an index writer does. */
    private void index(List<String> values) throws IOException {
        MinHashField field = new MinHashField(Settings.FIELD, sketcher);
        values.forEach(field::addValue);
        if (field.isEmpty()) {
            return;
        }
        List<IndexableField> fields = field.fields(true, null);
        try (TokenStream terms = field.tokenStream(null, null)) {
            terms.reset();
            int bands = 0;
            while (terms.incrementToken()) {
                bands++;
            }
            terms.end();
            require(bands == Settings.scheme().banding().bands());
        }
        for (IndexableField stored : fields) {
            require(stored.binaryValue().length > 0);
        }
    }

    private void like(List<String> texts) {
        ShingleHashes hashes = new ShingleHashes();
        texts.forEach(text -> sketcher.shingle(text, hashes));
        if (hashes.isEmpty() == false) {
            NearDuplicateQuery query = NearDuplicateQuery.exact(
                    Settings.FIELD, SketchedText.of(sketcher.sketch(hashes), hashes),
                    Settings.CHOICE.taken().rows(), Settings.MIN_SIMILARITY, null,
                    IgnoredShingles.NONE);
            require(query.bucketCount() == Settings.scheme().banding().bands());
        }
    }

    private static void require(boolean right) {
        if (right == false) {
            throw new IllegalStateException("a wrong answer was measured");
        }
    }
}
