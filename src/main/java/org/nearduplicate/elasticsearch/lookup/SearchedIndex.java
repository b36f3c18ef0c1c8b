package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import java.util.Set;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.lucene.Verify;

/**
 * An index in which texts were looked up.
 *
 * @param metadata the index, as it was then
 * @param shards its shards that were asked: an alias may have a routing
 * @param field the field, by its own name
 * @param verify how its candidates were verified
 * @param texts the texts as it sketches them
 */
public record SearchedIndex(
        IndexMetadata metadata, Set<ShardId> shards, String field, Verify verify,
        List<SoughtText> texts) {}
