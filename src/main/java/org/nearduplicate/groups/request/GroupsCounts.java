package org.nearduplicate.groups.request;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * What a job, or a work unit of one, saw, did and left out. Immutable.
 *
 * @param numbers the numbers that are not 0
 */
public record GroupsCounts(Map<Count, Long> numbers) {

    /** Nothing yet. */
    public static final GroupsCounts NONE = new GroupsCounts(Map.of());

    /** What is counted, and how several counts become one: by their sum, if nothing else is said. */
    public enum Count {

        /** The documents that took part. */
        DOCUMENTS,

        /** How many of them have no signature, and so no near duplicates. */
        WITHOUT_SIGNATURE,

        /** How many of them have a single shingle, and so hardly any near duplicates but the same text. */
        OF_ONE_SHINGLE,

        /** The distinct band terms that were scanned: those of these documents, and some of documents that are left alone. */
        BAND_TERMS,

        /** The buckets of two documents or more: of terms with the same first rows. */
        BUCKETS,

        /** The documents of the largest bucket: the maximum. */
        LARGEST_BUCKET(Math::max),

        /** The documents that share a bucket with another. */
        DOCUMENTS_IN_BUCKETS,

        /** The distinct signatures among those. */
        SIGNATURES,

        /** The buckets of too many distinct signatures to compare all pairs. */
        LIMITED_BUCKETS,

        /** The documents that are in one of them, or in several. */
        DOCUMENTS_IN_LIMITED_BUCKETS,

        /**
         * About the pairs of distinct signatures that were not compared because of one limited bucket, summed over these
         * buckets; a pair may have been compared because of another bucket.
         */
        PAIRS_LEFT_OUT,

        /** The pairs of distinct signatures that were compared; of several parts, those compared to find them too. */
        COMPARISONS,

        /** The pairs of documents that were decided by comparisons, or by being equal. */
        CANDIDATE_PAIRS,

        /** How many of them are similar enough. */
        VERIFIED_PAIRS,

        /** The groups of at least the minimal size. */
        GROUPS,

        /** The documents in them. */
        DOCUMENTS_IN_GROUPS,

        /** In how many parts the documents were grouped, 1 if the memory was enough for all. */
        PARTS,

        /** The documents of the largest part: the maximum. */
        LARGEST_PART(Math::max),

        /** The pairs of distinct signatures that are similar enough; not reported of a whole job. */
        VERIFIED_SIGNATURE_PAIRS,

        /** The documents of all parts; not reported of a whole job. */
        DOCUMENTS_OF_PARTS,

        /**
         * How many times these, or their distinct signatures, are members of buckets or blocks; not reported of a whole
         * job.
         */
        MEMBERS_OF_PARTS,

        /** The documents that are left alone as they lack what near duplicates have in common beside their texts. */
        WITHOUT_VALUES,

        /** How many others are left alone as their texts are too short. */
        TOO_SHORT;

        private final LongBinaryOperator rule;

        Count() {
            this(Long::sum);
        }

        Count(LongBinaryOperator rule) {
            this.rule = rule;
        }
    }

    /** Takes a copy, in order. */
    public GroupsCounts {
        numbers = Collections.unmodifiableMap(new TreeMap<>(numbers));
    }

    /** Returns how many were counted, 0 if nothing was. */
    public long get(Count count) {
        return numbers.getOrDefault(count, 0L);
    }

    /** Returns these counts with more added to one number, by its rule. */
    public GroupsCounts with(Count count, long more) {
        if (more == 0) {
            return this;
        }
        Map<Count, Long> sums = new TreeMap<>(numbers);
        sums.merge(count, more, count.rule::applyAsLong);
        return new GroupsCounts(sums);
    }

    /** Returns these counts and others together, each by its rule. */
    public GroupsCounts plus(GroupsCounts other) {
        GroupsCounts sums = this;
        for (Map.Entry<Count, Long> more : other.numbers.entrySet()) {
            sums = sums.with(more.getKey(), more.getValue());
        }
        return sums;
    }

    /** Returns the other counts. */
    public GroupsCounts without(Set<Count> counts) {
        Map<Count, Long> others = new TreeMap<>(numbers);
        others.keySet().removeAll(counts);
        return new GroupsCounts(others);
    }
}
