package org.nearduplicate.groups;

import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.UnionFind;

/**
 * Which candidate pairs are compared. Where not all pairs are wanted those are passed over that cannot
 * change a group: a thousand versions of one text then cost a thousand comparisons, not half a million,
 * and as many pairs to remember.
 *
 * <p>Pairs have to be asked for with the content of the lower rank first, in the order of its rank, and
 * each before the next is asked for has to be compared if it was wanted. Belongs to one thread.
 */
interface PairSelection {

    /** Wants all pairs. */
    PairSelection ALL = new PairSelection() {};

    /** Returns whether a pair is to be compared. */
    default boolean isWanted(int a, int b) {
        return true;
    }

    /** Returns whether no pair of which a content is the first can be wanted any more. */
    default boolean isDone(int a) {
        return false;
    }

    /** Learns that a pair was verified. */
    default void verified(int a, int b) {}

    /** Returns the selection for a method. */
    static PairSelection of(Method method, int contents) {
        return switch (method) {
            case STAR -> new OfKeepers(contents);
            case COMPONENTS -> new OfComponents(contents);
        };
    }

    /** Wants the pairs of keepers: whoever is similar to one before it is none. */
    final class OfKeepers implements PairSelection {

        private final FixedBitSet members;

        OfKeepers(int contents) {
            this.members = new FixedBitSet(Math.max(1, contents));
        }

        @Override
        public boolean isWanted(int a, int b) {
            return isDone(a) == false;
        }

        @Override
        public boolean isDone(int a) {
            return members.get(a);
        }

        @Override
        public void verified(int a, int b) {
            members.set(b);
        }
    }

    /** Wants pairs of which it is not known yet whether they belong together. */
    final class OfComponents implements PairSelection {

        private final UnionFind components;

        OfComponents(int contents) {
            this.components = new UnionFind(contents);
        }

        @Override
        public boolean isWanted(int a, int b) {
            return components.find(a) != components.find(b);
        }

        @Override
        public void verified(int a, int b) {
            components.union(a, b);
        }
    }
}
