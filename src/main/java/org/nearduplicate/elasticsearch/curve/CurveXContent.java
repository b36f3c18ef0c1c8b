package org.nearduplicate.elasticsearch.curve;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.CurveChoice;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.PassageChoice;
import org.nearduplicate.sketch.PassageGoal;
import org.nearduplicate.sketch.Prints;

/**
 * How bands and rows, their curve and a mapping that has them are written.
 *
 * @param choice the bands and rows, with their goals
 * @param passages the prints, with theirs; or null
 */
record CurveXContent(CurveChoice choice, PassageChoice passages) implements ToXContentObject {

    private static final String PROBABILITY = "probability";
    private static final String HASHES_USED = "hashes_used";
    private static final String MET = "met";

    private static final String SHINGLES = "shingles";
    private static final double[] PROBABILITIES_OF_A_PRINT = {0.5, 0.9, 0.99, 0.999};
    private static final int[] LENGTHS = {5, 10, 20, 50, 100, 200, 500, 1_000};

    private static final double[] PROBABILITIES = {0.001, 0.5, 0.99};

    /** The curve is written at 0, 1/20, 2/20 … 1. */
    private static final int STEPS = 20;

    CurveXContent {
        Objects.requireNonNull(choice);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        Banding banding = choice.choice().banding();
        Banding taken = choice.choice().taken();
        builder.field(Parameters.BANDS.name(), banding.bands());
        builder.field(Parameters.ROWS.name(), banding.rows());
        builder.field("rows_taken", taken.rows());
        builder.field(Parameters.HASH_COUNT.name(), choice.hashCount());
        builder.field(HASHES_USED, banding.components());
        goals(builder, taken);
        steepest(builder, taken);
        similarities(builder, taken);
        curve(builder, taken);
        byRows(builder);
        alternatives(builder);
        if (passages != null) {
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

    private static void steepest(XContentBuilder builder, Banding banding) throws IOException {
        builder.startObject("steepest");
        builder.field(Parameters.SIMILARITY.name(), banding.steepest());
        builder.field("approximation", banding.steepestApproximation());
        builder.field(PROBABILITY, banding.probability(banding.steepest()));
        builder.endObject();
    }

    private static void similarities(XContentBuilder builder, Banding banding)
            throws IOException {
        builder.startArray("similarity_at");
        for (double probability : PROBABILITIES) {
            builder.startObject();
            builder.field(PROBABILITY, probability);
            builder.field(Parameters.SIMILARITY.name(), banding.similarityAt(probability));
            builder.endObject();
        }
        builder.endArray();
    }

    private static void curve(XContentBuilder builder, Banding banding) throws IOException {
        builder.startArray("curve");
        for (int step = 0; step <= STEPS; step++) {
            double similarity = (double) step / STEPS;
            builder.startObject();
            builder.field(Parameters.SIMILARITY.name(), similarity);
            builder.field(PROBABILITY, banding.probability(similarity));
            builder.endObject();
        }
        builder.endArray();
    }

    /** Writes for each number of rows from which similarity on a lookup takes them, and what it finds. */
    private void byRows(XContentBuilder builder) throws IOException {
        BandChoice bands = choice.choice();
        builder.startArray("by_rows");
        for (Banding taken : bands.banding().lookups().toList()) {
            builder.startObject();
            builder.field(Parameters.ROWS.name(), taken.rows());
            builder.field(
                    Parameters.MIN_SIMILARITY.name(), taken.similarityAt(bands.recall()));
            curve(builder, taken);
            builder.endObject();
        }
        builder.endArray();
    }

    private void alternatives(XContentBuilder builder) throws IOException {
        builder.startArray("alternatives");
        for (Banding banding : choice.alternatives()) {
            builder.startObject();
            builder.field(Parameters.BANDS.name(), banding.bands());
            builder.field(Parameters.ROWS.name(), banding.rows());
            builder.field(HASHES_USED, banding.components());
            for (CurveGoal goal : choice.goals().list()) {
                builder.field(
                        nameOf(goal) + "_" + PROBABILITY, banding.probability(goal.similarity()));
            }
            builder.field(MET, choice.goals().metBy(banding));
            builder.endObject();
        }
        builder.endArray();
    }

    /** How surely passages have a print, by their shingles. */
    private void passages(XContentBuilder builder) throws IOException {
        Prints prints = passages.prints();
        PassageGoal goal = passages.goal();
        builder.startObject(Prints.PARAMETER.name());
        builder.field(Prints.PARAMETER.name(), prints.oneIn());
        if (goal != null) {
            builder.startObject("goal");
            builder.field(PassageGoal.SHORTEST.name(), goal.shortest());
            builder.field(Parameters.RECALL.name(), goal.recall());
            builder.field(PROBABILITY, PassageGoal.probability(goal.shortest(), prints));
            builder.field(MET, goal.metBy(prints));
            builder.endObject();
        }
        builder.startArray("shingles_at");
        for (double probability : PROBABILITIES_OF_A_PRINT) {
            builder.startObject();
            builder.field(PROBABILITY, probability);
            builder.field(SHINGLES, PassageGoal.shinglesFor(probability, prints));
            builder.endObject();
        }
        builder.endArray();
        builder.startArray("curve");
        for (int shingles : LENGTHS) {
            builder.startObject();
            builder.field(SHINGLES, shingles);
            builder.field(PROBABILITY, PassageGoal.probability(shingles, prints));
            builder.endObject();
        }
        builder.endArray();
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
        if (passages != null) {
            builder.field(Prints.PARAMETER.name(), passages.prints().oneIn());
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
