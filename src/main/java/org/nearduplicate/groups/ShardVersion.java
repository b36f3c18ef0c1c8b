package org.nearduplicate.groups;

import java.util.Objects;

/**
 * What a view of a shard shows: all operations up to one, of those of one history, and maybe some behind it.
 *
 * @param shard the name of the shard, the same as long as it lasts
 * @param history identifies the history and what was chosen of it: of two views of one shard and history, a document that
 *     one operation wrote takes part in both or in none
 * @param term identifies the primary copy that wrote last: another one may have lost operations behind the checkpoint
 * @param shown the number up to which all operations are shown, -1 for none
 * @param checkpoint the number up to which they are on all copies too, so that they are never lost
 * @param highest the number behind which no operation is shown
 */
public record ShardVersion(
        String shard, String history, long term, long shown, long checkpoint, long highest) {

    /** The checkpoint of a shard of which nothing was shown. */
    public static final long NOTHING = -1;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a number of an operation is below -1, more is on all copies than is
     *     shown, or more is shown than the highest
     */
    public ShardVersion {
        Objects.requireNonNull(shard);
        Objects.requireNonNull(history);
        if (checkpoint < NOTHING || shown < checkpoint || highest < shown) {
            throw new IllegalArgumentException(
                    "a checkpoint is the number of an operation that is shown, or -1, got ["
                            + checkpoint + "] of [" + shown + "] up to [" + highest + "]");
        }
    }

    /**
     * Returns whether what has changed since another view can be told: this one shows all operations that the other one
     * did. If one was lost, or is not shown yet, what it changed would be as it was before, and nothing would tell.
     *
     * @param earlier the other view
     */
    public boolean continues(ShardVersion earlier) {
        return shard.equals(earlier.shard)
                && history.equals(earlier.history)
                && (earlier.highest == earlier.checkpoint || term == earlier.term)
                && shown >= earlier.highest;
    }
}
