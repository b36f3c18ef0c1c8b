package org.nearduplicate.groups.request;

import java.util.Objects;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameters;

/**
 * The options of a job for groups.
 *
 * @param minSimilarity the similarity that a pair reaches, in (0,1]
 * @param rows the first rows of a band that documents have in common to be compared, 2–6
 * @param verify how pairs are verified
 * @param method how pairs become groups
 * @param keep which document of a group is kept
 * @param minGroupSize the documents that a group has at least, 2–1,000,000
 * @param maxBucketTexts the distinct signatures up to which all pairs of a bucket are compared, 2–100,000
 * @param allPairs whether all pairs are wanted; if not, only those are compared that decide about groups
 * @param peers says which documents may be a pair
 * @param ignored how many shingles the sets of shards lack, as they do not count; 0 or more
 */
public record GroupsOptions(
        double minSimilarity,
        int rows,
        Verify verify,
        Method method,
        Keep keep,
        int minGroupSize,
        int maxBucketTexts,
        boolean allPairs,
        PeerFormat peers,
        int ignored) {

    /** The documents that a group has at least. */
    public static final IntParameter MIN_GROUP_SIZE = new IntParameter(
            "min_group_size", 2, 2, 1_000_000);

    /** The distinct signatures of a bucket up to which all its pairs are compared. */
    public static final IntParameter MAX_BUCKET_TEXTS = new IntParameter(
            "max_bucket_texts", 1_000, 2, 100_000);

    /** @throws IllegalArgumentException if one is out of its bounds */
    public GroupsOptions {
        Parameters.MIN_SIMILARITY.check(minSimilarity);
        Parameters.ROWS.check(rows);
        Objects.requireNonNull(verify);
        Objects.requireNonNull(method);
        Objects.requireNonNull(keep);
        Objects.requireNonNull(peers);
        MIN_GROUP_SIZE.check(minGroupSize);
        MAX_BUCKET_TEXTS.check(maxBucketTexts);
    }
}
