package org.nearduplicate.groups.shard;

/**
 * A document as users know it.
 *
 * @param index the name of its index
 * @param id its {@code _id}
 * @param routing its {@code _routing}, or null
 */
public record Document(String index, String id, String routing) {}
