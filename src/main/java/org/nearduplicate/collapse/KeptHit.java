package org.nearduplicate.collapse;

import java.util.List;

/**
 * A hit that stays, and what it stands for.
 *
 * @param hit which
 * @param total how many hits joined it
 * @param nearDuplicates the first of them, in the order of their ranks
 */
public record KeptHit(int hit, int total, List<NearDuplicate> nearDuplicates) {

    /** Copies the near duplicates. */
    public KeptHit {
        nearDuplicates = List.copyOf(nearDuplicates);
    }

    /**
     * A hit that joined another.
     *
     * @param hit which
     * @param similarity its similarity to the one that it joined, in (0,1]
     */
    public record NearDuplicate(int hit, double similarity) {}
}
