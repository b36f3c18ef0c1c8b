package org.nearduplicate.elasticsearch.peers;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.mapper.SourceToParse;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.lucene.MinHashField;

/**
 * A document that no index has yet, or parts of it, as the mapping of a shard would index it: held in memory, as the percolator
 * holds those it is asked about. Nested documents are left out. For one thread.
 *
 * @param searcher finds the one document that there is
 */
public record UnindexedDocument(IndexSearcher searcher) {

    /** Its identifier, which errors of the mapping name, and its routing, which some mappings need. */
    private static final String NAME = "_unindexed";

    /**
     * Parses a document.
     *
     * @param context that of an index that is none of time series: these take times of their own range only
     * @param source its source, as JSON
     * @throws org.elasticsearch.index.mapper.DocumentParsingException if the mapping does not take it
     * @throws org.apache.lucene.util.BytesRefHash.MaxBytesLengthExceededException if it has a term that is too long
     */
    public static UnindexedDocument parse(SearchExecutionContext context, BytesReference source) {
        List<IndexableField> fields = context
                .parseDocument(new SourceToParse(NAME, source, XContentType.JSON, NAME))
                .rootDoc()
                .getFields()
                .stream()
                .filter(field -> field instanceof MinHashField == false)
                .toList();
        MemoryIndex index = MemoryIndex.fromDocument(
                fields,
                // A field that the document adds to the mapping: as one token, a long text would be refused.
                context.getIndexAnalyzer(
                        field -> context.getIndexAnalyzers().getDefaultIndexAnalyzer()));
        IndexSearcher searcher = index.createSearcher();
        searcher.setQueryCache(null);
        return new UnindexedDocument(searcher);
    }

    /** Returns its peer bytes, or null if it is a peer of none. */
    public byte[] peer(PeerValues values) throws IOException {
        LeafReaderContext segment = searcher.getIndexReader().leaves().getFirst();
        BytesRef peer = values.open(segment, false).read(0);
        return peer == null ? null : BytesRef.deepCopyOf(peer).bytes;
    }

    /** Returns whether a query, made by the mapping of the same shard, matches it. */
    public boolean matches(Query query) throws IOException {
        return searcher.count(query) > 0;
    }
}
