package org.nearduplicate.groups.shard;

/**
 * The documents of a shard that take part in a job: those that are live, visible and matched.
 *
 * @param documents how many there are
 * @param withoutSignature how many of them have no signature, because they have no text to sketch
 * @param ofOneShingle how many have a single shingle: their text is one or a few words, or its words cannot be seen
 */
public record ShardDocuments(long documents, long withoutSignature, long ofOneShingle) {}
