package org.nearduplicate.groups.part;

import org.nearduplicate.groups.shard.Document;

/**
 * A document of a group that is not its keeper.
 *
 * @param document the document
 * @param similarity its similarity to the keeper, in [0,1]
 */
public record Member(Document document, float similarity) {}
