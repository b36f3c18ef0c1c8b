package org.nearduplicate.chain;

import java.util.List;
import org.nearduplicate.groups.shard.Document;

/**
 * The near duplicates of one document.
 *
 * @param found the near duplicates, in any order
 * @param complete whether these are all that there are
 */
public record Neighbours(List<Neighbour> found, boolean complete) {

    /** No near duplicates at all. */
    public static final Neighbours NONE = new Neighbours(List.of(), true);

    /** Copies the list. */
    public Neighbours {
        found = List.copyOf(found);
    }

    /**
     * One of them.
     *
     * @param document the near duplicate
     * @param similarity its similarity, in (0,1]
     */
    public record Neighbour(Document document, float similarity) {}
}
