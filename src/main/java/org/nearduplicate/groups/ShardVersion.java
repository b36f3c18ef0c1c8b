package org.nearduplicate.groups;

import java.util.Objects;

/**
 * What a view of a shard shows: all operations up to one, of those of one history.
 *
 * @param shard the name of the shard, the same as long as it lasts
 * @param history identifies the history: of two shards of one name and history, operations of one number are the same
 * @param checkpoint the number up to which all operations are shown, -1 for none; some behind it may be shown too
 */
public record ShardVersion(String shard, String history, long checkpoint) {

    /** The checkpoint of a shard of which nothing was shown. */
    public static final long NOTHING = -1;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the checkpoint is below -1
     */
    public ShardVersion {
        Objects.requireNonNull(shard);
        Objects.requireNonNull(history);
        if (checkpoint < NOTHING) {
            throw new IllegalArgumentException(
                    "a checkpoint is the number of an operation, or -1, got [" + checkpoint + "]");
        }
    }

    /** Returns whether both are views of one history, so that numbers of operations can be compared. */
    public boolean continues(ShardVersion other) {
        return shard.equals(other.shard) && history.equals(other.history);
    }
}
