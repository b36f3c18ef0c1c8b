package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.core.Releasable;
import org.nearduplicate.groups.Shard;
import org.nearduplicate.groups.ShardDocuments;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;

/**
 * The shards of a job, open until this is closed. Shards that could not be opened are among the
 * failures.
 */
public final class OpenedShards implements Releasable {

    /** Where there is no shard, a pattern that names no index, there is nothing to compare. */
    private static final ShardDescription NO_SHARD =
            new ShardDescription(
                    new ShardDocuments(0, 0),
                    "",
                    new Banding(
                            Parameters.BANDS.defaultValue(), Parameters.ROWS.defaultValue()),
                    Parameters.HASH_COUNT.defaultValue(),
                    Parameters.SIMILARITY.defaultValue(),
                    null);

    private final List<RemoteShard> shards;
    private final List<DefaultShardOperationFailedException> failures;
    private final Releasable end;

    /**
     * @param end closes the shards
     */
    OpenedShards(
            List<RemoteShard> shards,
            List<DefaultShardOperationFailedException> failures,
            Releasable end) {
        this.shards = List.copyOf(shards);
        this.failures = List.copyOf(failures);
        this.end = end;
    }

    /** Returns the shards that were opened. */
    public List<? extends Shard> shards() {
        return shards;
    }

    /** Returns the number of all shards, opened or not. */
    public int total() {
        return shards.size() + failures.size();
    }

    /** Returns why the others were not, one failure for each. */
    public List<DefaultShardOperationFailedException> failures() {
        return failures;
    }

    /**
     * Returns the bands of all shards.
     *
     * @throws IllegalArgumentException if the shards have different schemes, so that their documents
     *     cannot be compared
     */
    public Banding banding() {
        requireSame("[field] must have the same parameters in all indices",
                ShardDescription::scheme);
        return first().banding();
    }

    /** Returns k, the components of a signature in all shards. */
    public int hashCount() {
        return first().hashCount();
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
