package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.version.PreparedSeek;

/**
 * Seeks the terms of a query in one segment, in order.
 *
 * <p>In memory, one terms enumerator that goes from term to term is the fastest. From a disk each seek would
 * wait for its block, so as soon as two take as long as a disk does, the blocks of the next {@value #TOGETHER}
 * terms are asked for together, an enumerator for each.
 */
final class TermSeeks {

    /** Terms whose blocks are asked for at the same time: their enumerators take some 3 kB each. */
    static final int TOGETHER = 32;

    /** Terms that are sought between two looks at the clock. */
    private static final int TIMED = 2;

    /**
     * Nanoseconds of {@value #TIMED} seeks that have waited for a disk: in memory they take less than two
     * microseconds, a read of a fast disk takes 50 at least.
     */
    private static final long WAITED = 30_000;

    private final Terms indexed;
    private final TermsEnum termsEnum;
    private final IntFunction<BytesRef> terms;
    private final Found found;

    /**
     * @param indexed the terms of the segment
     * @param termsEnum theirs; seeks the terms in turn
     * @param terms gives the terms, each in bytes of its own, in ascending order
     * @param found is told of each that the segment has
     */
    TermSeeks(Terms indexed, TermsEnum termsEnum, IntFunction<BytesRef> terms, Found found) {
        this.indexed = indexed;
        this.termsEnum = termsEnum;
        this.terms = terms;
        this.found = found;
    }

    /** What is told of terms that a segment has. */
    @FunctionalInterface
    interface Found {

        /**
         * Takes a term.
         *
         * @param number which
         * @param at is at the term, until this returns
         */
        void found(int number, TermsEnum at) throws IOException;
    }

    /**
     * Seeks all.
     *
     * @param count how many there are
     * @param clock tells whether seeks wait, in nanoseconds; what is found does not depend on it
     */
    void seek(int count, LongSupplier clock) throws IOException {
        long now = clock.getAsLong();
        for (int next = 0; next < count;) {
            long begin = now;
            next = seekInTurn(next, Math.min(next + TIMED, count));
            now = clock.getAsLong();
            if (now - begin > WAITED) {
                next = seekTogether(next, Math.min(next + TOGETHER, count));
                now = clock.getAsLong();
            }
        }
    }

    private int seekInTurn(int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            if (termsEnum.seekExact(terms.apply(i))) {
                found.found(i, termsEnum);
            }
        }
        return to;
    }

    private int seekTogether(int from, int to) throws IOException {
        TermsEnum[] enumerators = new TermsEnum[to - from];
        PreparedSeek[] seeks = new PreparedSeek[to - from];
        for (int i = 0; i < seeks.length; i++) {
            enumerators[i] = indexed.iterator();
            seeks[i] = PreparedSeek.prepare(enumerators[i], terms.apply(from + i));
        }
        for (int i = 0; i < seeks.length; i++) {
            if (seeks[i].isFound()) {
                found.found(from + i, enumerators[i]);
            }
        }
        return to;
    }
}
