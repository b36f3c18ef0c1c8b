package org.nearduplicate.elasticsearch.ingest;

import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.routing.IndexRouting;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.lookup.Match.Name;
import org.nearduplicate.elasticsearch.version.Project;

/** Where documents are written to, in one state of the cluster. Immutable. */
record WriteShards(Project project) {

    /** Returns the name that stands for a name with a date at this moment, and all others as they are. */
    static String resolved(String name) {
        return IndexNameExpressionResolver.resolveDateMathExpression(name);
    }

    /** Returns the index that documents are written to under a name, or null if there is none yet. */
    IndexMetadata index(String name) {
        IndexAbstraction named = project.named(resolved(name));
        Index index = named == null ? null : named.getWriteIndex();
        return index == null ? null : project.index(index.getName());
    }

    /** Returns the name of a document, or null if its shard is not known. */
    Name name(String indexName, String id, String routing) {
        String resolved = resolved(indexName);
        IndexMetadata index = index(resolved);
        if (index == null || id == null) {
            return null;
        }
        try {
            int shard = IndexRouting.fromIndexMetadata(index)
                    .getShard(id, project.writeRouting(resolved, routing));
            return new Name(new ShardId(index.getIndex(), shard), id);
        } catch (RuntimeException e) {
            // Elasticsearch will refuse the item: a routing is missing, or is not that of the alias.
            return null;
        }
    }

    /**
     * Returns whether the identifiers of an index follow from the fields that route a document: no other identifier is
     * allowed.
     */
    static boolean givesItsOwnIds(IndexMetadata index) {
        return index.getIndexMode() == IndexMode.TIME_SERIES
                || index.getRoutingPaths().isEmpty() == false;
    }
}
