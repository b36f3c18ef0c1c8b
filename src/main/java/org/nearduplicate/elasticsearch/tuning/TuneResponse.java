package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.tuning.BandFigures;
import org.nearduplicate.tuning.EstimateError;
import org.nearduplicate.tuning.JaccardHistogram;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.PairCounts;
import org.nearduplicate.tuning.PassageFigures;
import org.nearduplicate.tuning.Recommendation;
import org.nearduplicate.tuning.SampleDescription;
import org.nearduplicate.tuning.SettingCost;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.ShingleSetting;
import org.nearduplicate.tuning.Truth;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.WantedPairs;

/** The answer to a request to tune. A figure that there is none of is null. */
final class TuneResponse extends LocalResponse {

    private final long tookMillis;
    private final SampleDescription sample;
    private final int withoutText;
    private final Objective objective;
    private final long settingsLeftOut;
    private final Tuning tuning;

    /**
     * @param withoutText the documents that were drawn for the sample and have no text
     * @param settingsLeftOut the combinations of the lists whose bands do not fit
     */
    TuneResponse(
            long tookMillis,
            SampleDescription sample,
            int withoutText,
            Objective objective,
            long settingsLeftOut,
            Tuning tuning) {
        this.tookMillis = tookMillis;
        this.sample = sample;
        this.withoutText = withoutText;
        this.objective = objective;
        this.settingsLeftOut = settingsLeftOut;
        this.tuning = tuning;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        builder.field("sample");
        sample(builder);
        objective(builder);
        builder.startArray("best");
        for (Recommendation recommendation : tuning.recommendations()) {
            recommendation(builder, recommendation);
        }
        builder.endArray();
        builder.startArray("shingles");
        for (Truth truth : tuning.truths()) {
            truth(builder, truth);
        }
        builder.endArray();
        builder.field("settings_left_out", settingsLeftOut);
        builder.startArray("settings");
        for (int row = 0; row < tuning.rows().size(); row++) {
            row(builder, row);
        }
        builder.endArray();
        if (tuning.passages().isEmpty() == false) {
            builder.startArray(Prints.PARAMETER.name());
            for (PassageFigures figures : tuning.passages()) {
                passages(builder, figures);
            }
            builder.endArray();
        }
        return builder.endObject();
    }

    private void objective(XContentBuilder builder) throws IOException {
        builder.field(Verify.PARAMETER.name(), ChoiceParameter.nameOf(objective.verify()));
        builder.field(Objective.PARAMETER.name(), ChoiceParameter.nameOf(objective.kind()));
        if (objective.verify() == Verify.EXACT) {
            builder.startObject("budgets");
            builder.field(Parameters.RECALL.name(), objective.recall());
            builder.field(CurveGoal.NOISE.name(), objective.noise());
            builder.endObject();
        }
    }

    /** Writes how the sample was made. */
    private void sample(XContentBuilder builder) throws IOException {
        builder.startObject();
        builder.field("field", sample.field());
        builder.field(TuneParameters.SEED.name(), sample.seed());
        builder.field("matching", sample.matching());
        builder.field("size", sample.size());
        builder.field("random", sample.random());
        builder.field("neighbours", sample.neighbours());
        builder.field("neighbour_field", sample.neighbourField());
        builder.field("without_text", withoutText);
        builder.field("notes", sample.notes());
        builder.endObject();
    }

    /** Writes what is true of the sample under a shingle setting. */
    private static void truth(XContentBuilder builder, Truth truth) throws IOException {
        builder.startObject();
        shingles(builder, truth.shingles());
        builder.field("documents", truth.documents());
        builder.field("without_shingles", truth.withoutShingles());
        builder.field("of_one_shingle", truth.ofOneShingle());
        builder.field("distinct_texts", truth.contents());
        figure(builder, "shingles_per_document", truth.shinglesPerDocument());
        builder.field("histogram");
        histogram(builder, truth.histogram());
        builder.endObject();
    }

    /** Writes what is recommended for some pairs. */
    private static void recommendation(XContentBuilder builder, Recommendation recommendation)
            throws IOException {
        SettingResult best = recommendation.best();
        builder.startObject();
        wanted(builder, recommendation.wanted());
        builder.field(
                "mapping",
                best == null ? null : FieldMapping.of(best.setting(), recommendation.prints()));
        builder.field("setting", best == null ? null : FieldMapping.parameters(best.setting()));
        builder.field("reasons", recommendation.reasons());
        builder.endObject();
    }

    /** Writes a row: the figures of a setting, and what is to say of it. */
    private void row(XContentBuilder builder, int number) throws IOException {
        SettingResult row = tuning.rows().get(number);
        builder.startObject();
        for (Map.Entry<String, Object> parameter : FieldMapping.parameters(row.setting())
                .entrySet()) {
            builder.field(parameter.getKey(), parameter.getValue());
        }
        builder.field("pairs", row.counts().pairs());
        bands(builder, row.bands());
        figure(builder, "texts_read_per_query", row.cost().textsRead());
        builder.startObject("signature");
        counts(builder, row.counts());
        error(builder, row.error());
        builder.endObject();
        cost(builder, row.cost());
        figure(builder, "cost", row.cost().total(objective.verify()));
        builder.field("front", tuning.front().get(number));
        builder.field("recommended", tuning.isRecommended(row));
        builder.field("present_fields", row.origin().fields());
        builder.field("default_mapping", row.origin().isDefault());
        builder.endObject();
    }

    /** Writes what prints find and cost. */
    private static void passages(XContentBuilder builder, PassageFigures figures)
            throws IOException {
        builder.startObject();
        wanted(builder, figures.wanted());
        builder.field(Prints.PARAMETER.name(), figures.prints().oneIn());
        builder.field("asked", figures.passages());
        builder.field("pairs", figures.pairs());
        figure(builder, "recall", figures.recall());
        figure(builder, "candidates_per_passage", figures.candidatesPerPassage());
        builder.field("documents_without_prints", figures.census().withoutPrints());
        builder.startObject("per_document");
        figure(builder, "prints", figures.census().perDocument());
        figure(builder, "prints_in_bytes", figures.census().termBytes());
        builder.endObject();
        builder.endObject();
    }

    private static void wanted(XContentBuilder builder, WantedPairs wanted) throws IOException {
        shingles(builder, wanted.shingles());
        builder.field(Parameters.SIMILARITY.name(), wanted.similarity());
    }

    private static void shingles(XContentBuilder builder, ShingleSetting shingles)
            throws IOException {
        builder.field(TuneParser.ANALYZER, shingles.analyzer());
        builder.field(Parameters.SHINGLE_UNIT.name(), ChoiceParameter.nameOf(shingles.unit()));
        builder.field(Parameters.SHINGLE_SIZE.name(), shingles.size());
    }

    private static void histogram(XContentBuilder builder, JaccardHistogram histogram)
            throws IOException {
        builder.startObject();
        builder.field("disjoint", histogram.disjoint());
        builder.field("identical", histogram.identical());
        builder.startArray("bins");
        for (int bin = 0; bin < JaccardHistogram.BINS; bin++) {
            if (histogram.count(bin) > 0) {
                builder.startObject();
                builder.field("from", (double) bin / JaccardHistogram.BINS);
                builder.field("to", (double) (bin + 1) / JaccardHistogram.BINS);
                builder.field("pairs", histogram.count(bin));
                builder.endObject();
            }
        }
        builder.endArray();
        builder.endObject();
    }

    private static void counts(XContentBuilder builder, PairCounts counts) throws IOException {
        builder.field("true_positives", counts.truePositives());
        builder.field("false_positives", counts.falsePositives());
        builder.field("false_negatives", counts.falseNegatives());
        figure(builder, "precision", counts.precision());
        figure(builder, "recall", counts.recall());
        figure(builder, "f1", counts.f1());
    }

    private static void bands(XContentBuilder builder, BandFigures bands) throws IOException {
        figure(builder, "recall", bands.recall());
        figure(builder, "predicted_recall", bands.predictedRecall());
        figure(builder, "predicted_standard_error", bands.standardError());
        figure(builder, "noise", bands.noise());
        figure(builder, "candidates_per_document", bands.candidatesPerDocument());
    }

    private static void error(XContentBuilder builder, EstimateError error) throws IOException {
        figure(builder, "mean_error", error.mean());
        figure(builder, "mean_absolute_error", error.meanAbsolute());
        figure(builder, "error_standard_deviation", error.standardDeviation());
    }

    private static void cost(XContentBuilder builder, SettingCost cost) throws IOException {
        builder.startObject("per_document");
        figure(builder, "signature_in_bytes", cost.signatureBytes());
        figure(builder, "band_terms_in_bytes", cost.bandTermBytes());
        figure(builder, "total_in_bytes", cost.bytes());
        figure(builder, "signing_in_micros", cost.signingMicros());
        builder.endObject();
    }

    private static void figure(XContentBuilder builder, String name, double value)
            throws IOException {
        builder.field(name, Double.isNaN(value) ? null : value);
    }
}
