package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import java.util.Set;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.core.Releasable;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.FieldDescriptions.OfShard;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;

/**
 * The shards of a job, open until this is closed. Shards that could not be opened are among the
 * failures.
 */
public final class OpenedShards implements Releasable {

    /** Where no shard has the field, or a pattern names no index, there is nothing to compare. */
    private static final FieldDescriptions NO_SHARD =
            new FieldDescriptions(List.of(new OfShard("", new FieldDescription(
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
                    Parameters.RECALL.defaultValue(),
                    null))));

    private final int total;
    private final List<RemoteShard> shards;
    private final List<DefaultShardOperationFailedException> failures;
    private final Set<String> nodes;
    private final Releasable end;

    /**
     * @param total how many there are, opened, left out or failed
     * @param nodes the nodes that hold copies of them
     * @param end closes the shards
     */
    OpenedShards(
            int total,
            List<RemoteShard> shards,
            List<DefaultShardOperationFailedException> failures,
            Set<String> nodes,
            Releasable end) {
        this.total = total;
        this.shards = List.copyOf(shards);
        this.failures = List.copyOf(failures);
        this.nodes = nodes;
        this.end = end;
    }

    /** Returns the shards that were opened; none if all indices lack the field. */
    public List<? extends Shard> shards() {
        return shards;
    }

    /** Returns what other nodes need to ask the shards. */
    public ShardHandles handles() {
        return new ShardHandles(shards.stream().map(RemoteShard::handle).toList());
    }

    /** Returns the identifiers of the nodes that hold copies of the shards. */
    public Set<String> nodes() {
        return nodes;
    }

    /** Returns the number of all shards, opened or not. */
    public int total() {
        return total;
    }

    /** Returns why shards could not be opened, one failure for each. */
    public List<DefaultShardOperationFailedException> failures() {
        return failures;
    }

    /** Returns what they tell of the field; that of no shard has the defaults. */
    public FieldDescriptions field() {
        return shards.isEmpty()
                ? NO_SHARD
                : new FieldDescriptions(
                        shards.stream()
                                .map(shard -> new OfShard(
                                        shard.index(), shard.description().field()))
                                .toList());
    }

    /**
     * Checks that the values of the keep field can be compared.
     *
     * @throws IllegalArgumentException if they are of different kinds
     */
    public void requireSameKeepValues() {
        FieldDescriptions.requireSame(
                "[keep.field] must have values of one kind in all indices",
                shards,
                shard -> shard.description().keepValues(),
                RemoteShard::index);
    }

    /** Returns whether no shard at all has shingle sets, so that all were opened for signatures. */
    public boolean allFellBack() {
        return shards.stream().allMatch(shard -> shard.description().field().lack() != null);
    }

    @Override
    public void close() {
        end.close();
    }
}
