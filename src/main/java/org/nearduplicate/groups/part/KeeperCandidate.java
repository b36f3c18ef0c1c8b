package org.nearduplicate.groups.part;

import org.nearduplicate.groups.shard.DocumentName;

/**
 * What the choice of a keeper looks at.
 *
 * @param shingles the distinct shingles of the document
 * @param index the name of its index
 * @param name its name
 */
public record KeeperCandidate(int shingles, String index, DocumentName name) {}
