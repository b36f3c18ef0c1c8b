package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.Setting;
import org.nearduplicate.tuning.Setting.WantedPairs;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.ShingleSetting;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.Tuning.PassageFigures;
import org.nearduplicate.tuning.Tuning.Recommendation;
import org.nearduplicate.tuning.Tuning.Truth;

/** The answer to a request to tune. A figure that does not exist is null. */
final class TuneResponse extends LocalResponse {

    private final long tookMillis;
    private final SampleDescription sample;
    private final Tuning tuning;

    TuneResponse(long tookMillis, SampleDescription sample, Tuning tuning) {
        this.tookMillis = tookMillis;
        this.sample = sample;
        this.tuning = tuning;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        sample(builder);
        Objective objective = sample.parameters().objective();
        objective(builder, objective);
        array(builder, "best", tuning.recommendations(), each -> recommendation(builder, each));
        array(builder, "shingles", tuning.truths(), each -> truth(builder, each));
        builder.field("settings_left_out", sample.parameters().grid().leftOut());
        array(builder, "settings", tuning.rows(),
                row -> row(builder, row, objective.kind().verify()));
        if (tuning.passages().isEmpty() == false) {
            array(
                    builder, SampledShingles.PARAMETER.name(), tuning.passages(),
                    each -> passages(builder, each));
        }
        return builder.endObject();
    }

    private void sample(XContentBuilder builder) throws IOException {
        builder.startObject("sample");
        builder.field("field", sample.parameters().field());
        builder.field(TuneParameters.SEED.name(), sample.parameters().seed());
        builder.field("matching", sample.matching());
        builder.field("size", sample.size());
        builder.field("random", sample.random());
        builder.field("neighbours", sample.neighbours());
        builder.field("neighbour_field", sample.neighbourField());
        builder.field("without_text", sample.withoutText());
        builder.field("notes", sample.notes());
        builder.endObject();
    }

    private static void objective(XContentBuilder builder, Objective objective)
            throws IOException {
        builder.field(Verify.PARAMETER.name(), ChoiceParameter.nameOf(objective.kind().verify()));
        builder.field(Objective.PARAMETER.name(), ChoiceParameter.nameOf(objective.kind()));
        if (objective.kind().verify() == Verify.EXACT) {
            builder.startObject("budgets");
            builder.field(Parameters.RECALL.name(), objective.recall());
            builder.field(CurveGoal.NOISE.name(), objective.noise());
            builder.endObject();
        }
    }

    private static void recommendation(XContentBuilder builder, Recommendation recommendation)
            throws IOException {
        SettingResult best = recommendation.best();
        wanted(builder, recommendation.wanted());
        builder.field(
                "mapping",
                best == null ? null : mapping(best.setting(), recommendation.sampled()));
        builder.field("setting", best == null ? null : parameters(best.setting()));
        builder.field("reasons", recommendation.reasons());
    }

    private static void truth(XContentBuilder builder, Truth truth) throws IOException {
        shingles(builder, truth.shingles());
        builder.field("documents", truth.documents());
        builder.field("without_shingles", truth.withoutShingles());
        builder.field("of_one_shingle", truth.ofOneShingle());
        builder.field("distinct_texts", truth.contents());
        figure(builder, "shingles_per_document", truth.shinglesPerDocument());
        builder.startObject("histogram");
        builder.field("disjoint", truth.disjoint());
        builder.field("identical", truth.identical());
        array(
                builder, "bins",
                IntStream.range(0, Truth.BINS)
                        .filter(bin -> truth.histogram()[bin] > 0)
                        .boxed()
                        .toList(),
                bin -> builder.field("from", (double) bin / Truth.BINS)
                        .field("to", (double) (bin + 1) / Truth.BINS)
                        .field("pairs", truth.histogram()[bin]));
        builder.endObject();
    }

    private void row(XContentBuilder builder, SettingResult row, Verify verify)
            throws IOException {
        for (Map.Entry<String, Object> parameter : parameters(row.setting()).entrySet()) {
            builder.field(parameter.getKey(), parameter.getValue());
        }
        builder.field("pairs", row.pairs().toFind());
        figure(builder, "recall", row.pairs().recall());
        figure(builder, "predicted_recall", row.pairs().predictedRecall());
        figure(builder, "predicted_standard_error", row.pairs().standardError());
        figure(builder, "noise", row.pairs().noise());
        figure(builder, "candidates_per_document", row.pairs().candidatesPerDocument());
        figure(builder, "texts_read_per_query", row.pairs().textsRead());
        signature(builder, row);
        builder.startObject("per_document");
        figure(builder, "signature_in_bytes", row.signatureBytes());
        figure(builder, "band_terms_in_bytes", row.bandTermBytes());
        figure(builder, "total_in_bytes", row.bytes());
        figure(builder, "signing_in_micros", row.signingMicros());
        builder.endObject();
        figure(builder, "cost", row.cost(verify));
        builder.field("front", tuning.front().contains(row));
        builder.field("recommended", tuning.isRecommended(row));
        builder.field("present_fields", row.origin().fields());
        builder.field("default_mapping", row.origin().isDefault());
    }

    private static void signature(XContentBuilder builder, SettingResult row)
            throws IOException {
        builder.startObject("signature");
        builder.field("true_positives", row.pairs().truePositives());
        builder.field("false_positives", row.pairs().falsePositives());
        builder.field("false_negatives", row.pairs().falseNegatives());
        figure(builder, "precision", row.pairs().precisionBySignatures());
        figure(builder, "recall", row.pairs().recallBySignatures());
        figure(builder, "f1", row.pairs().f1BySignatures());
        figure(builder, "mean_error", row.error().mean());
        figure(builder, "mean_absolute_error", row.error().meanAbsolute());
        figure(builder, "error_standard_deviation", row.error().standardDeviation());
        builder.endObject();
    }

    private static void passages(XContentBuilder builder, PassageFigures figures)
            throws IOException {
        wanted(builder, figures.wanted());
        builder.field(SampledShingles.PARAMETER.name(), figures.sampled().oneIn());
        builder.field("asked", figures.passages());
        builder.field("pairs", figures.pairs());
        figure(builder, "recall", figures.recall());
        figure(builder, "candidates_per_passage", figures.candidatesPerPassage());
        builder.field("documents_without_sampled_shingles", figures.withoutSampledShingles());
        builder.startObject("per_document");
        figure(builder, "sampled_shingles", figures.perDocument());
        figure(builder, "sampled_shingles_in_bytes", figures.termBytes());
        builder.endObject();
    }

    private static void wanted(XContentBuilder builder, WantedPairs wanted) throws IOException {
        shingles(builder, wanted.shingles());
        builder.field(Parameters.SIMILARITY.name(), wanted.similarity());
    }

    private static void shingles(XContentBuilder builder, ShingleSetting shingles)
            throws IOException {
        builder.field(TuneParameters.ANALYZER, shingles.analyzer());
        builder.field(Parameters.SHINGLE_UNIT.name(), ChoiceParameter.nameOf(shingles.unit()));
        builder.field(Parameters.SHINGLE_SIZE.name(), shingles.size());
    }

    /**
     * Returns the parameters that differ between settings, by their names in a mapping. Instead of the recall it has the
     * rows that a query takes: they are what was measured.
     */
    static Map<String, Object> parameters(Setting setting) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(TuneParameters.ANALYZER, setting.analyzer());
        parameters.put(Parameters.SIMILARITY.name(), setting.similarity());
        parameters.putAll(setting.scheme().parameters());
        parameters.remove(Parameters.SCHEME_VERSION.name());
        parameters.put("rows_taken", setting.taken().rows());
        return parameters;
    }

    /**
     * Returns the mapping of a field with a setting. It has all parameters that hashes depend on, so that no default can
     * change them.
     */
    private static Map<String, Object> mapping(Setting setting, SampledShingles sampled) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        mapping.put("type", MinHashFieldMapper.CONTENT_TYPE);
        mapping.put(TuneParameters.ANALYZER, setting.analyzer());
        mapping.put(Parameters.SIMILARITY.name(), setting.similarity());
        mapping.put(Parameters.RECALL.name(), setting.bands().recall());
        mapping.putAll(setting.scheme().parameters());
        if (sampled != null) {
            mapping.put(SampledShingles.PARAMETER.name(), sampled.oneIn());
        }
        return mapping;
    }

    private static void figure(XContentBuilder builder, String name, double value)
            throws IOException {
        builder.field(name, Double.isNaN(value) ? null : value);
    }
}
