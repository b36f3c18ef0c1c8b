package org.nearduplicate.stats;

import org.nearduplicate.groups.shard.DocumentName;

/**
 * The largest bucket of an index among those that share documents in some shard.
 *
 * @param documents how many documents it has at least, 2 or more
 * @param band the band whose rows they share, from 0
 * @param bands in how many bands there are such large buckets, at least 1
 * @param example how one of its documents is called
 */
public record NamedBucket(long documents, int band, int bands, DocumentName example) {}
