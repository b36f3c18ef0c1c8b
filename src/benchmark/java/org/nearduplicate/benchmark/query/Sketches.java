package org.nearduplicate.benchmark.query;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.TextSets;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.SketchedText;

/** What becomes of texts: sketches by the default scheme, band terms and queries. */
final class Sketches {

    /** Sketches the texts of documents and of queries. */
    static final TextSketcher SKETCHER = new TextSketcher(
            Settings.FIELD, new NearDuplicateAnalyzer(), Settings.scheme());

    private static final Banding BANDING = Settings.scheme().banding();

    private Sketches() {}

    static Sketch sketch(String text) {
        return SKETCHER.sketch(hashes(text));
    }

    /** Returns the terms of the rows that a query takes, in ascending order. */
    static BytesRef[] bandTerms(Sketch sketch) {
        return IntStream.range(0, BANDING.bands()).mapToObj(band -> term(sketch, band))
                .toArray(BytesRef[]::new);
    }

    private static BytesRef term(Sketch sketch, int band) {
        byte[] term = new byte[BandTermFormat.WIDTH];
        BandTermFormat.write(
                BandRows.first(BANDING.key(sketch, band), Settings.CHOICE.taken().rows()), term);
        return new BytesRef(term);
    }

    static NearDuplicateQuery query(Sketch sketch) {
        return query(sketch, Settings.MIN_SIMILARITY);
    }

    static NearDuplicateQuery query(Sketch sketch, double minSimilarity) {
        int rows = Settings.CHOICE.taken(minSimilarity, null).rows();
        return NearDuplicateQuery.bySignature(
                Settings.FIELD, sketch.keys(), Signature.of(sketch), rows, minSimilarity);
    }

    /** Returns the query that verifies by texts. */
    static NearDuplicateQuery queryByTexts(String text, DocumentSource<List<String>> texts) {
        return exactQuery(text, texts, List.of());
    }

    /** Returns the query that verifies by texts, or by stored sets if these are null, but for what some texts have. */
    static NearDuplicateQuery exactQuery(
            String text, DocumentSource<List<String>> texts, List<String> ignored) {
        return NearDuplicateQuery.exact(
                Settings.FIELD, SketchedText.of(sketch(text), hashes(text)),
                Settings.CHOICE.taken().rows(), Settings.MIN_SIMILARITY,
                texts == null
                        ? null
                        : new TextSets(Settings.FIELD, SKETCHER, texts, JobMonitor.NONE),
                new IgnoredShingles(SKETCHER.shingles(ignored, JobMonitor.NONE)));
    }

    private static ShingleHashes hashes(String text) {
        ShingleHashes hashes = new ShingleHashes();
        SKETCHER.shingle(text, hashes);
        return hashes;
    }
}
