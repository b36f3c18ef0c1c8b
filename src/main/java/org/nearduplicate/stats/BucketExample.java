package org.nearduplicate.stats;

import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.passages.SharedPassage;

/**
 * What is shown of a bucket.
 *
 * @param document one of its documents
 * @param passage what some of its documents share, or null if that was not looked for, or not found
 */
public record BucketExample(DocumentName document, SharedPassage passage) {

    /** Returns this one, with the passage of another if it has none. */
    BucketExample or(BucketExample other) {
        return passage == null ? new BucketExample(document, other.passage) : this;
    }
}
