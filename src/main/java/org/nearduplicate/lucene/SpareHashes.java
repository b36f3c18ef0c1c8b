package org.nearduplicate.lucene;

import java.util.ArrayDeque;
import java.util.Deque;
import org.nearduplicate.sketch.ShingleHashes;

/**
 * Buffers of shingle hashes that fields are done with, for those to come. A buffer that is never given
 * back is garbage, as any other. Belongs to one thread.
 */
final class SpareHashes {

    /** As many fields as are alive at once in documents without nested ones, with few exceptions. */
    private static final int MAX_SPARE = 4;

    private final Deque<ShingleHashes> spare = new ArrayDeque<>(MAX_SPARE);

    /** Returns an empty buffer, which belongs to the caller. */
    ShingleHashes take() {
        return spare.isEmpty() ? new ShingleHashes() : spare.pop();
    }

    /** Takes a buffer over from its owner, who must not use it again. */
    void giveBack(ShingleHashes hashes) {
        if (spare.size() < MAX_SPARE) {
            hashes.clear();
            spare.push(hashes);
        }
    }
}
