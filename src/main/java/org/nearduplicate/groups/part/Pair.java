package org.nearduplicate.groups.part;

import org.nearduplicate.groups.shard.Document;

/**
 * Two documents that were verified to be similar enough.
 *
 * @param a the one that is to be kept rather than the other
 * @param b the other
 * @param similarity their similarity, in (0,1]
 */
public record Pair(Document a, Document b, float similarity) {}
