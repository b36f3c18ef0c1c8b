package org.nearduplicate.groups;

/** Ranges of band terms for tests. */
final class BandRanges {

    /** Every band term of any format. */
    static final BandRange ALL = new BandRange(0, Long.MAX_VALUE);

    private BandRanges() {}
}
