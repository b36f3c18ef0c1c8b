package org.nearduplicate.groups;

/**
 * What was counted when parts were grouped.
 *
 * @param parts their number
 * @param largest the documents of the largest
 * @param documents the documents of all
 * @param members how many times they, or their contents, are members of buckets or blocks
 * @param contents their distinct contents
 * @param comparisons the pairs of contents that were compared
 * @param candidatePairs the pairs of documents that were decided
 * @param verifiedPairs how many of them are similar enough
 * @param verifiedContentPairs the pairs of contents that are
 * @param groups the groups
 * @param documentsInGroups the documents in them
 */
public record PartCounts(
        long parts, long largest, long documents, long members, long contents, long comparisons,
        long candidatePairs, long verifiedPairs, long verifiedContentPairs, long groups,
        long documentsInGroups) {

    static final PartCounts NONE = new PartCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the counts of these parts and others. */
    PartCounts plus(PartCounts other) {
        return new PartCounts(
                parts + other.parts, Math.max(largest, other.largest), documents + other.documents,
                members + other.members,
                contents + other.contents, comparisons + other.comparisons,
                candidatePairs + other.candidatePairs, verifiedPairs + other.verifiedPairs,
                verifiedContentPairs + other.verifiedContentPairs, groups + other.groups,
                documentsInGroups + other.documentsInGroups);
    }
}
