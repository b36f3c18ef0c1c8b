package org.nearduplicate.groups.shard;

import java.util.Locale;
import org.nearduplicate.sketch.Parameters;

/**
 * What a shard puts into one answer of a scan, and how much it does for it. What a shard visits may be far
 * more than what it answers: a query may match few of its documents, and lone documents may be left out.
 *
 * @param minDocuments terms of buckets of fewer documents are counted but left out: 1, or 2 where no other shard
 *     can hold the partner of a lone document
 * @param rows the first rows of a band that make a bucket, 2–6
 * @param maxVisits the terms and documents after which a scan ends, deleted documents and those that
 *     take no part included
 * @param maxBytes the bytes of an answer after which a scan ends; the last document may lie beyond
 * @param endKey the key before which a scan ends, at the end of a bucket
 */
public record ScanOptions(
        int minDocuments, int rows, int maxVisits, int maxBytes, long endKey) {

    /** Some tens of milliseconds of one thread. */
    private static final int MAX_VISITS = 1 << 18;

    /** What the answers of all shards together should have, each shard's largest being in memory. */
    private static final int ALL_BYTES = 8 << 20;

    /** A smaller answer would cost more than what it brings. Of 12 bands about 1,400 documents fit in. */
    private static final int LEAST_BYTES = 128 << 10;

    private static final int MOST_BYTES = 2 << 20;

    /** Returns the position after all that is scanned. */
    public ScanPosition end() {
        return new ScanPosition(endKey, 0);
    }

    /** @throws IllegalArgumentException if one is not positive, the key negative, or there are no buckets of so many rows */
    public ScanOptions {
        Parameters.ROWS.check(rows);
        if (minDocuments < 1 || maxVisits < 1 || maxBytes < 1 || endKey < 0) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "a scan has positive bounds and ends at a key of 0 or more, got [%d] documents, [%d] visits,"
                                    + " [%d] bytes and key [%d]",
                            minDocuments, maxVisits, maxBytes, endKey));
        }
    }

    /** Returns the options for a job that scans so many shards side by side, up to a key. */
    public static ScanOptions of(int shards, int rows, long endKey) {
        return new ScanOptions(
                shards == 1 ? 2 : 1,
                rows,
                MAX_VISITS,
                Math.clamp(ALL_BYTES / Math.max(1, shards), LEAST_BYTES, MOST_BYTES),
                endKey);
    }
}
