package org.nearduplicate.groups.part;

import java.util.List;
import org.nearduplicate.groups.shard.Document;

/**
 * Documents that are near duplicates, and the one to keep.
 *
 * @param size the number of documents, the keeper included
 * @param signatures the number of distinct signatures among them
 * @param keeper the document to keep
 * @param members the other documents, the most similar first; at most as many as the caller wants
 * @param smallestSimilarity the smallest similarity of two documents of the group, in [0,1]
 * @param ofAllPairs whether that is of all pairs; else, in a group of too many signatures to compare them
 *     all, of the verified pairs and the pairs with the keeper
 */
public record Group(
        long size,
        int signatures,
        Document keeper,
        List<Member> members,
        float smallestSimilarity,
        boolean ofAllPairs) {

    Group with(List<Member> listed) {
        return new Group(size, signatures, keeper, listed, smallestSimilarity, ofAllPairs);
    }

    /**
     * A document of a group that is not its keeper.
     *
     * @param document the document
     * @param similarity its similarity to the keeper, in [0,1]
     */
    public record Member(Document document, float similarity) {}
}
