package org.nearduplicate.elasticsearch.field;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomIdentifier;
import static org.elasticsearch.test.ESTestCase.randomNonNegativeInt;

import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** What shards tell of fields, at random. */
public final class RandomFields {

    private RandomFields() {}

    /** Returns what a shard may tell. */
    public static FieldDescription description() {
        return new FieldDescription(
                scheme(),
                randomFrom(Double.MIN_VALUE, 0.8, 1.0),
                randomFrom(Double.MIN_VALUE, 0.99),
                randomBoolean() ? null : randomIdentifier());
    }

    /** Returns a scheme that a mapping may have. */
    public static Scheme scheme() {
        int hashCount = between(16, 1024);
        int rows = between(2, 6);
        return scheme(hashCount, new Banding(between(1, Math.min(512, hashCount / rows)), rows));
    }

    /** Returns any scheme of such bands. */
    public static Scheme scheme(Banding banding) {
        return scheme(between(banding.components(), 1024), banding);
    }

    private static Scheme scheme(int hashCount, Banding banding) {
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(),
                randomFrom(ShingleUnit.values()),
                between(1, 64),
                randomFrom(HashFunction.values()),
                randomNonNegativeInt(),
                randomFrom(SketchAlgorithm.values()),
                hashCount,
                randomFrom(Parameters.SIGNATURE_BITS.choices()),
                banding);
    }
}
