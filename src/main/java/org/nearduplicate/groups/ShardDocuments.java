package org.nearduplicate.groups;

/**
 * The documents of a shard that take part in a job: those that are live, visible and matched.
 *
 * @param documents how many there are
 * @param withoutSignature how many of them have no signature, because they have no text to sketch
 */
public record ShardDocuments(long documents, long withoutSignature) {}
