package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.version.PreparedSeek;

/**
 * Seeks the terms of a query in one segment, in order: each, or all that begin with the rows that count.
 *
 * <p>In memory, one terms enumerator that goes from term to term is the fastest. From a disk each seek would
 * wait for its block, so as soon as two take as long as a disk does, the blocks of the next {@value #TOGETHER}
 * terms are prefetched together, an enumerator for each: those of the first terms where prefixes have several.
 */
final class TermSeeks {

    /** Terms whose blocks are prefetched at the same time: their enumerators take some 3 kB each. */
    static final int TOGETHER = 32;

    /** Terms that are sought between two looks at the clock. */
    private static final int TIMED = 2;

    /**
     * Nanoseconds of {@value #TIMED} seeks that have waited for a disk: in memory they take less than two
     * microseconds, a read of a fast disk takes 50 at least. Where many terms are visited they take as long in memory, and
     * seeking together costs some microseconds more.
     */
    private static final long WAITED = 30_000;

    /** Terms between two checks whether to go on: a fraction of a millisecond in memory. */
    private static final int UNCHECKED = 128;

    private final Terms indexed;
    private final TermsEnum termsEnum;
    private final TermKeys terms;
    private final Runnable checkCancelled;
    private final TermVisitor visitor;
    private int unchecked;

    /** @param termsEnum of the indexed terms; seeks in turn */
    TermSeeks(
            Terms indexed, TermsEnum termsEnum, TermKeys terms, Runnable checkCancelled,
            TermVisitor visitor) {
        this.indexed = indexed;
        this.termsEnum = termsEnum;
        this.terms = terms;
        this.checkCancelled = checkCancelled;
        this.visitor = visitor;
    }

    /** Visits the terms that a segment has. */
    @FunctionalInterface
    interface TermVisitor {

        /** Takes the term at which an enumerator is, and returns whether to go on to further terms of the same number. */
        boolean visit(int number, TermsEnum at) throws IOException;
    }

    /** Seeks some terms in a segment, if it has the field. */
    static void seek(
            LeafReader segment, String field, TermKeys terms, int from, int to,
            Runnable checkCancelled, TermVisitor visitor)
            throws IOException {
        Terms indexed = segment.terms(field);
        if (indexed != null) {
            new TermSeeks(indexed, indexed.iterator(), terms, checkCancelled, visitor)
                    .seek(from, to, System::nanoTime);
        }
    }

    /** Seeks some terms. The clock, in nanoseconds, shows whether seeks wait; what is found does not depend on it. */
    void seek(int from, int to, LongSupplier clock) throws IOException {
        long now = clock.getAsLong();
        for (int next = from; next < to;) {
            long begin = now;
            next = seekInTurn(next, Math.min(next + TIMED, to));
            now = clock.getAsLong();
            if (now - begin > WAITED) {
                next = seekTogether(next, Math.min(next + TOGETHER, to));
                now = clock.getAsLong();
            }
        }
    }

    private int seekInTurn(int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            check();
            BytesRef first = terms.first(i);
            if (terms.isWhole(i) ? termsEnum.seekExact(first) : isAtOrAfter(termsEnum, first)) {
                visitTerms(i, termsEnum);
            }
        }
        return to;
    }

    private int seekTogether(int from, int to) throws IOException {
        TermsEnum[] enumerators = new TermsEnum[to - from];
        PreparedSeek[] seeks = new PreparedSeek[to - from];
        for (int i = 0; i < seeks.length; i++) {
            check();
            enumerators[i] = indexed.iterator();
            seeks[i] = PreparedSeek.prepare(enumerators[i], terms.first(from + i));
        }
        for (int i = 0; i < seeks.length; i++) {
            // Where there is no such term, the block that was prefetched is that of the terms after it.
            if (seeks[i].isFound() || terms.isWhole(from + i) == false
                    && isAtOrAfter(enumerators[i], terms.first(from + i))) {
                visitTerms(from + i, enumerators[i]);
            }
        }
        return to;
    }

    private static boolean isAtOrAfter(TermsEnum at, BytesRef term) throws IOException {
        return at.seekCeil(term) != TermsEnum.SeekStatus.END;
    }

    /** Looks whether to go on, now and then: for terms that there are, and for those that there are not. */
    private void check() {
        if (unchecked++ % UNCHECKED == 0) {
            checkCancelled.run();
        }
    }

    /** Visits the terms from one on that are sought for a number. */
    private void visitTerms(int number, TermsEnum at) throws IOException {
        boolean isWhole = terms.isWhole(number);
        BytesRef last = isWhole ? at.term() : terms.last(number);
        for (BytesRef term = at.term(); term != null && term.compareTo(last) <= 0;) {
            check();
            term = visitor.visit(number, at) && isWhole == false ? at.next() : null;
        }
    }
}
