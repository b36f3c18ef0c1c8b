package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import java.util.Set;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.core.Releasable;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.FieldDescriptions.OfShard;

/**
 * The shards of a job, open until this is closed.
 *
 * @param total how many there are, opened, left out or failed
 * @param shards those that were opened; none if all indices lack the field
 * @param failures why others could not be opened, one failure for each
 * @param nodes the identifiers of the nodes that hold copies of them
 * @param end closes them
 */
public record OpenedShards(
        int total,
        List<RemoteShard> shards,
        List<DefaultShardOperationFailedException> failures,
        Set<String> nodes,
        Releasable end)
        implements Releasable {

    /** Returns what other nodes need to send messages to the shards. */
    public ShardHandles handles() {
        return new ShardHandles(shards.stream().map(RemoteShard::handle).toList());
    }

    /**
     * Returns how the shards describe the field. Where no shard has it, or a pattern names no index, there is nothing to
     * compare: then it has the defaults.
     */
    public FieldDescriptions field() {
        return new FieldDescriptions(
                shards.isEmpty()
                        ? List.of(new OfShard("", FieldDescription.DEFAULTS))
                        : shards.stream()
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
