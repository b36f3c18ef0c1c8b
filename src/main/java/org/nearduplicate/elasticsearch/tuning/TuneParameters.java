package org.nearduplicate.elasticsearch.tuning;

import java.util.Objects;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.ParameterGrid;
import org.nearduplicate.tuning.PassageGrid;

/**
 * What a request to tune says.
 *
 * @param field the field whose texts are sampled, mapped or not
 * @param query what documents have to match to be in the sample
 * @param sampleSize the documents that the sample has at most
 * @param seed chooses them
 * @param grid the settings that are tried
 * @param passages the prints that are tried
 * @param objective what the best of them is best at
 */
public record TuneParameters(
        String field,
        QueryBuilder query,
        int sampleSize,
        int seed,
        ParameterGrid grid,
        PassageGrid passages,
        Objective objective) {

    /** How many documents are sampled: the error of a share falls with the square root of its pairs. */
    public static final IntParameter SAMPLE_SIZE =
            new IntParameter("sample_size", 2_000, 2, 10_000);

    /** What decides which documents are sampled. */
    static final IntParameter SEED = new IntParameter("seed", 0, 0, Integer.MAX_VALUE);

    /**
     * Checks every parameter.
     *
     * @throws IllegalArgumentException if one is missing or out of its bounds
     */
    public TuneParameters {
        RequestBody.requireGiven(TuneParser.FIELD, field);
        if (Regex.isSimpleMatchPattern(field)) {
            throw new IllegalArgumentException(
                    "[field] must be one field, got the pattern [" + field + "]");
        }
        Objects.requireNonNull(query);
        SAMPLE_SIZE.check(sampleSize);
        SEED.check(seed);
        Objects.requireNonNull(grid);
        Objects.requireNonNull(passages);
        Objects.requireNonNull(objective);
    }

    /** Returns what is asked for, for a reader; the indices follow. */
    String describe() {
        return "parameters for near duplicates of [" + field + "]";
    }
}
