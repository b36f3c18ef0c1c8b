package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.core.Releasable;
import org.nearduplicate.elasticsearch.request.SignatureFallback;
import org.nearduplicate.groups.Shard;
import org.nearduplicate.groups.ShardDocuments;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;

/**
 * The shards of a job, open until this is closed. Shards that could not be opened are among the
 * failures.
 */
public final class OpenedShards implements Releasable {

    /** Where no shard has the field, or a pattern names no index, there is nothing to compare. */
    private static final ShardDescription NO_SHARD =
            new ShardDescription(
                    new ShardDocuments(0, 0),
                    new Scheme(
                            Parameters.SCHEME_VERSION.defaultValue(),
                            Parameters.SHINGLE_UNIT.defaultValue(),
                            Parameters.SHINGLE_SIZE.defaultValue(),
                            Parameters.HASH_FUNCTION.defaultValue(),
                            Parameters.SEED.defaultValue(),
                            Parameters.SKETCH.defaultValue(),
                            Parameters.HASH_COUNT.defaultValue(),
                            Parameters.SIGNATURE_BITS.defaultValue(),
                            new Banding(
                                    Parameters.BANDS.defaultValue(),
                                    Parameters.ROWS.defaultValue())),
                    Parameters.SIMILARITY.defaultValue(),
                    null,
                    null);

    private final int total;
    private final List<RemoteShard> shards;
    private final List<DefaultShardOperationFailedException> failures;
    private final Releasable end;

    /**
     * @param total how many there are, opened, left out or failed
     * @param end closes the shards
     */
    OpenedShards(
            int total,
            List<RemoteShard> shards,
            List<DefaultShardOperationFailedException> failures,
            Releasable end) {
        this.total = total;
        this.shards = List.copyOf(shards);
        this.failures = List.copyOf(failures);
        this.end = end;
    }

    /** Returns the shards that were opened; none if all indices lack the field. */
    public List<? extends Shard> shards() {
        return shards;
    }

    /** Returns the number of all shards, opened or not. */
    public int total() {
        return total;
    }

    /** Returns why shards could not be opened, one failure for each. */
    public List<DefaultShardOperationFailedException> failures() {
        return failures;
    }

    /**
     * Returns the scheme of all shards.
     *
     * @throws IllegalArgumentException if they have different ones, so that their documents cannot be
     *     compared; it says which parameter differs
     */
    public Scheme scheme() {
        Scheme scheme = first().scheme();
        for (String parameter : scheme.parameters().keySet()) {
            requireSame(
                    "[field] must have the same [" + parameter + "] in all indices",
                    shard -> shard.scheme().parameters().get(parameter));
        }
        return scheme;
    }

    /**
     * Returns the similarity from which the bands of all shards find pairs.
     *
     * @throws IllegalArgumentException if it differs, so that there is no default
     */
    public double similarity() {
        requireSame(
                "[min_similarity] must be given if [similarity] of the field differs",
                ShardDescription::similarity);
        return first().similarity();
    }

    /**
     * Checks that the values of the keep field can be compared.
     *
     * @throws IllegalArgumentException if they are of different kinds
     */
    public void requireSameKeepValues() {
        requireSame(
                "[keep.field] must have values of one kind in all indices",
                ShardDescription::keepValues);
    }

    /** Returns why some shard has no shingle sets, if a job that leaves it open would take them. */
    public Optional<SignatureFallback> fallback() {
        return shards.stream()
                .filter(shard -> shard.description().lack() != null)
                .findFirst()
                .map(shard -> new SignatureFallback(shard.index(), shard.description().lack()));
    }

    /** Returns whether no shard at all has shingle sets, so that all were opened for signatures. */
    public boolean allFellBack() {
        return shards.stream().allMatch(shard -> shard.description().lack() != null);
    }

    @Override
    public void close() {
        end.close();
    }

    private ShardDescription first() {
        return shards.isEmpty() ? NO_SHARD : shards.getFirst().description();
    }

    private void requireSame(String rule, Function<ShardDescription, Object> property) {
        Object expected = property.apply(first());
        for (RemoteShard shard : shards) {
            Object found = property.apply(shard.description());
            if (Objects.equals(expected, found) == false) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "%s, got [%s] in [%s] and [%s] in [%s]",
                                rule, expected, shards.getFirst().index(), found, shard.index()));
            }
        }
    }
}
