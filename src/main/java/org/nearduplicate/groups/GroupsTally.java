package org.nearduplicate.groups;

import org.nearduplicate.sketch.JobMonitor;

/** Counts what a job sees, does and leaves out, over its ranges and parts. Belongs to one thread. */
final class GroupsTally {

    private final DocumentAddresses all;
    private final JobMonitor monitor;

    private long bandTerms;
    private long buckets;
    private NumberSet inRanges;
    private long documentsInRanges;
    private int largestBucket;
    private long documentsInBuckets;
    private long contents;
    private long limitedBuckets;
    private NumberSet inLimited;
    private long documentsInLimited;
    private long pairsLeftOut;
    private long comparisons;
    private long candidatePairs;
    private long verifiedPairs;
    private long verifiedContentPairs;
    private long groups;
    private long documentsInGroups;
    private long parts;
    private long largestPart;

    /**
     * @param monitor is asked for memory until the job ends
     */
    GroupsTally(DocumentAddresses all, JobMonitor monitor) {
        this.all = all;
        this.monitor = monitor;
    }

    /** Counts the buckets of a range. */
    void walked(Buckets range) {
        buckets += range.table().size();
    }

    /** Counts the documents of a range, each once, in however many ranges it is. */
    void inRange(int[] addresses) {
        if (inRanges == null) {
            inRanges = new NumberSet(all.count(), monitor);
        }
        for (int i = 0; i < addresses.length; i++) {
            monitor.checkCancelled(i);
            documentsInRanges += inRanges.add(addresses[i]) ? 1 : 0;
        }
    }

    /** Counts all terms. */
    void walked(BandMerge merge) {
        bandTerms = merge.terms();
        largestBucket = merge.largestBucket();
    }

    /** Counts limited buckets and their documents, each once, in however many ranges it is in them. */
    void limited(BucketLimit limit, Contents contents, int[] addresses) {
        if (limit.limitedBuckets() == 0) {
            return;
        }
        if (inLimited == null) {
            inLimited = new NumberSet(all.count(), monitor);
        }
        for (int document = 0; document < addresses.length; document++) {
            monitor.checkCancelled(document);
            if (limit.isInLimited(contents.of(document)) && inLimited.add(addresses[document])) {
                documentsInLimited++;
            }
        }
        limitedBuckets += limit.limitedBuckets();
        pairsLeftOut += limit.pairsLeftOut();
    }

    /** Counts what was compared to find components. */
    void linked(LinkedPairs pairs) {
        comparisons += pairs.comparisons();
    }

    /**
     * Counts the documents of ranges that hang together with no other, and so have contents of their own.
     *
     * @param others how many documents are not of these
     */
    void lone(int others) {
        documentsInBuckets += documentsInRanges - others;
        contents += documentsInRanges - others;
        inRanges.release();
    }

    /** Counts the documents of a part. */
    void grouped(Contents part) {
        parts++;
        largestPart = Math.max(largestPart, part.documents());
        documentsInBuckets += part.documents();
        contents += part.size();
    }

    /** Counts the groups of a part. */
    void grouped(PairComparison comparison, GroupList list) {
        comparisons += comparison.comparisons();
        candidatePairs += comparison.candidatePairs();
        verifiedPairs += comparison.verifiedPairs();
        verifiedContentPairs += comparison.verifiedContentPairs();
        groups += list.size();
        documentsInGroups += list.documents();
    }

    /** Returns how many pairs of contents were compared so far. */
    long comparisons() {
        return comparisons;
    }

    /** Returns how many pairs of contents were verified so far. */
    long verifiedContentPairs() {
        return verifiedContentPairs;
    }

    /** Returns the number of groups so far. */
    long groups() {
        return groups;
    }

    /** Returns what was counted. */
    GroupsCounts counts() {
        return new GroupsCounts(
                all.shards().stream().mapToLong(shard -> shard.documents().documents()).sum(),
                all.shards().stream().mapToLong(shard -> shard.documents().withoutSignature())
                        .sum(),
                bandTerms,
                buckets,
                largestBucket,
                documentsInBuckets,
                contents,
                limitedBuckets,
                documentsInLimited,
                pairsLeftOut,
                comparisons,
                candidatePairs,
                verifiedPairs,
                groups,
                documentsInGroups,
                parts,
                largestPart);
    }
}
