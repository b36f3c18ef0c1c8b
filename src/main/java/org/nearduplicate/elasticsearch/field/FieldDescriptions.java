package org.nearduplicate.elasticsearch.field;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.elasticsearch.common.logging.HeaderWarning;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;

/**
 * What the shards of a request, at least one, report of one field. Their documents can be compared only if the shards
 * agree.
 */
public record FieldDescriptions(List<OfShard> shards) {

    /** The report of one shard. */
    public record OfShard(String index, FieldDescription field) {

        /** Warns the caller that signatures verify, as there are no shingle sets. */
        public void warn(String name) {
            HeaderWarning.addWarning(
                    "[verify] [signature] is used for [{}], so similarities are estimates: [{}] shows no shingle"
                            + " sets, and {}",
                    name, index, field.lack());
        }
    }

    /** Copies the shards. */
    public FieldDescriptions {
        shards = List.copyOf(shards);
    }

    /**
     * Returns the scheme of all shards.
     *
     * @throws IllegalArgumentException if they have different ones, so that their documents cannot be
     *     compared; the message names the parameter that differs
     */
    public Scheme scheme() {
        Scheme scheme = shards.getFirst().field().scheme();
        for (String parameter : scheme.parameters().keySet()) {
            requireSame(
                    "[field] must have the same [" + parameter + "] in all indices",
                    shards,
                    shard -> shard.field().scheme().parameters().get(parameter),
                    OfShard::index);
        }
        return scheme;
    }

    /**
     * Returns the default of the similarity from which pairs are found, the same in all shards.
     *
     * @throws IllegalArgumentException if it differs, so that there is no default
     */
    public double similarity() {
        requireSame(
                "[min_similarity] must be given if [similarity] of the field differs",
                shards,
                shard -> shard.field().similarity(),
                OfShard::index);
        return shards.getFirst().field().similarity();
    }

    /**
     * Returns the bands, with as many rows as find pairs with the recall of every mapping.
     *
     * @throws IllegalArgumentException if schemes differ
     */
    public Banding taken(double minSimilarity) {
        double recall =
                shards.stream().mapToDouble(shard -> shard.field().recall()).max().orElseThrow();
        return CurveGoal.find(minSimilarity, recall).taken(scheme().banding());
    }

    /** Returns a shard that uses signatures as it has no shingle sets, if there is one. */
    public Optional<OfShard> fallback() {
        return shards.stream().filter(shard -> shard.field().lack() != null).findFirst();
    }

    /**
     * Checks that shards agree.
     *
     * @param rule what is said if they do not
     * @throws IllegalArgumentException if two of them have it different
     */
    public static <S> void requireSame(
            String rule, List<S> shards, Function<S, Object> property, Function<S, String> index) {
        for (S shard : shards) {
            Object expected = property.apply(shards.getFirst());
            Object found = property.apply(shard);
            if (Objects.equals(expected, found) == false) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "%s, got [%s] in [%s] and [%s] in [%s]",
                                rule, expected, index.apply(shards.getFirst()), found,
                                index.apply(shard)));
            }
        }
    }
}
