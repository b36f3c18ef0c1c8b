package org.nearduplicate.groups.shard;

/**
 * The documents of a shard that a job is about: those that are live, visible and matched.
 *
 * @param documents how many there are
 * @param withoutSignature how many of them have no signature, because they have no text to sketch
 * @param ofOneShingle how many have a single shingle: their text is one or a few words, or its words cannot be seen
 * @param withoutValues how many are left alone as they lack what peers have in common
 * @param tooShort how many of the others are left alone as their texts are too short
 */
public record ShardDocuments(
        long documents, long withoutSignature, long ofOneShingle, long withoutValues,
        long tooShort) {

    /** Documents of which none is left alone. */
    public ShardDocuments(long documents, long withoutSignature, long ofOneShingle) {
        this(documents, withoutSignature, ofOneShingle, 0, 0);
    }
}
