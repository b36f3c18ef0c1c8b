package org.nearduplicate.elasticsearch.curve;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.curve.PassageGoal;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.SampledShingles;

/**
 * The answer: bands and rows, their curve, and a mapping with them.
 *
 * @param choice the bands and rows, with their goals
 * @param sampled the sampled shingles, or null for none
 * @param passages the goal for these, or null for none
 */
record CurveXContent(CurveChoice choice, SampledShingles sampled, PassageGoal passages)
        implements ToXContentObject {

    private static final String PROBABILITY = "probability";
    private static final String HASHES_USED = "hashes_used";
    private static final String MET = "met";

    private static final String SHINGLES = "shingles";
    private static final List<Double> PASSAGE_PROBABILITIES = List.of(0.5, 0.9, 0.99, 0.999);
    private static final List<Integer> LENGTHS = List.of(5, 10, 20, 50, 100, 200, 500, 1_000);

    private static final List<Double> PROBABILITIES = List.of(0.001, 0.5, 0.99);

    /** The curve is written at 0, 1/20, 2/20 … 1. */
    private static final int STEPS = 20;

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        BandChoice bands = choice.choice();
        Banding taken = bands.taken();
        builder.field(Parameters.BANDS.name(), bands.banding().bands());
        builder.field(Parameters.ROWS.name(), bands.banding().rows());
        builder.field("rows_taken", taken.rows());
        builder.field(Parameters.HASH_COUNT.name(), choice.hashCount());
        builder.field(HASHES_USED, bands.banding().components());
        goals(builder, taken);
        builder.startObject("steepest")
                .field(Parameters.SIMILARITY.name(), taken.steepest())
                .field("approximation", taken.steepestApproximation())
                .field(PROBABILITY, taken.probability(taken.steepest()))
                .endObject();
        LocalResponse.array(
                builder, "similarity_at", PROBABILITIES,
                probability -> builder.field(PROBABILITY, probability)
                        .field(Parameters.SIMILARITY.name(), taken.similarityAt(probability)));
        curve(builder, taken);
        // For each number of rows the similarity from which a lookup takes them, and the curve.
        LocalResponse.array(builder, "by_rows", bands.banding().lookups().toList(), rows -> {
            builder.field(Parameters.ROWS.name(), rows.rows());
            builder.field(Parameters.MIN_SIMILARITY.name(), rows.similarityAt(bands.recall()));
            curve(builder, rows);
        });
        LocalResponse.array(
                builder, "alternatives", choice.alternatives(),
                banding -> alternative(builder, banding));
        if (sampled != null) {
            passages(builder);
        }
        mapping(builder);
        return builder.endObject();
    }

    private void goals(XContentBuilder builder, Banding banding) throws IOException {
        builder.startObject("goals");
        for (CurveGoal goal : choice.goals().list()) {
            builder.startObject(nameOf(goal));
            builder.field(goal.kind().similarity().name(), goal.similarity());
            builder.field(goal.kind().probability().name(), goal.probability());
            builder.field(PROBABILITY, banding.probability(goal.similarity()));
            builder.field(MET, goal.metBy(banding));
            builder.endObject();
        }
        builder.endObject();
    }

    private static void curve(XContentBuilder builder, Banding banding) throws IOException {
        LocalResponse.array(
                builder, "curve",
                IntStream.rangeClosed(0, STEPS).mapToObj(step -> (double) step / STEPS).toList(),
                similarity -> builder.field(Parameters.SIMILARITY.name(), similarity)
                        .field(PROBABILITY, banding.probability(similarity)));
    }

    private void alternative(XContentBuilder builder, Banding banding) throws IOException {
        builder.field(Parameters.BANDS.name(), banding.bands());
        builder.field(Parameters.ROWS.name(), banding.rows());
        builder.field(HASHES_USED, banding.components());
        for (CurveGoal goal : choice.goals().list()) {
            builder.field(
                    nameOf(goal) + "_" + PROBABILITY, banding.probability(goal.similarity()));
        }
        builder.field(MET, choice.goals().metBy(banding));
    }

    /** Writes the probability that a passage has a sampled shingle, by its number of shingles. */
    private void passages(XContentBuilder builder) throws IOException {
        builder.startObject(SampledShingles.PARAMETER.name());
        builder.field(SampledShingles.PARAMETER.name(), sampled.oneIn());
        if (passages != null) {
            builder.startObject("goal")
                    .field(PassageGoal.SHORTEST.name(), passages.shortest())
                    .field(Parameters.RECALL.name(), passages.recall())
                    .field(PROBABILITY, PassageGoal.probability(passages.shortest(), sampled))
                    .field(MET, passages.metBy(sampled))
                    .endObject();
        }
        LocalResponse.array(
                builder, "shingles_at", PASSAGE_PROBABILITIES,
                probability -> builder.field(PROBABILITY, probability)
                        .field(SHINGLES, PassageGoal.shinglesFor(probability, sampled)));
        LocalResponse.array(
                builder, "curve", LENGTHS,
                shingles -> builder.field(SHINGLES, shingles)
                        .field(PROBABILITY, PassageGoal.probability(shingles, sampled)));
        builder.endObject();
    }

    private void mapping(XContentBuilder builder) throws IOException {
        BandChoice bands = choice.choice();
        builder.startObject("mapping");
        builder.field("type", MinHashFieldMapper.CONTENT_TYPE);
        builder.field(Parameters.BANDS.name(), bands.banding().bands());
        builder.field(Parameters.ROWS.name(), bands.banding().rows());
        builder.field(Parameters.SIMILARITY.name(), bands.similarity());
        builder.field(Parameters.RECALL.name(), bands.recall());
        if (choice.hashCount() != Parameters.HASH_COUNT.defaultValue()) {
            builder.field(Parameters.HASH_COUNT.name(), choice.hashCount());
        }
        if (sampled != null) {
            builder.field(SampledShingles.PARAMETER.name(), sampled.oneIn());
        }
        builder.endObject();
    }

    private static String nameOf(CurveGoal goal) {
        return switch (goal.kind()) {
            case FIND -> "find";
            case LEAVE_OUT -> "leave_out";
        };
    }
}
