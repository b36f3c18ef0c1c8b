package org.nearduplicate.elasticsearch.peers;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.queries.function.FunctionMatchQuery;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.DocumentSource;

/**
 * The query for the peers of a document. Reads the doc values of what other clauses leave to it, one document after the other, so
 * it is to stand beside one that leaves few.
 */
public final class PeerQuery {

    /** What it costs to look a value up and to compare it, in simple operations. */
    private static final float COST = 100;

    private PeerQuery() {}

    /**
     * Returns the query.
     *
     * @param values those of the shard
     * @param peer the bytes of the document, by their format; not copied
     */
    public static Query of(PeerValues values, byte[] peer) {
        return new FunctionMatchQuery(new IsPeer(values, peer), isPeer -> true, COST);
    }

    /** Has a value for the peers only. */
    private static final class IsPeer extends DoubleValuesSource {

        private final PeerValues values;
        private final byte[] peer;

        IsPeer(PeerValues values, byte[] peer) {
            this.values = values;
            this.peer = peer;
        }

        @Override
        public DoubleValues getValues(LeafReaderContext segment, DoubleValues scores) {
            DocumentSource.Reader<BytesRef> reader = values.open(segment, false);
            return new DoubleValues() {

                @Override
                public boolean advanceExact(int doc) throws IOException {
                    BytesRef other = reader.read(doc);
                    return other != null
                            && values.format().arePeers(peer, 0, other.bytes, other.offset);
                }

                @Override
                public double doubleValue() {
                    return 1;
                }
            };
        }

        @Override
        public boolean needsScores() {
            return false;
        }

        @Override
        public DoubleValuesSource rewrite(IndexSearcher searcher) {
            return this;
        }

        /** What hides fields from some callers does not know which this reads. */
        @Override
        public boolean isCacheable(LeafReaderContext segment) {
            return false;
        }

        @Override
        public String toString() {
            return "near_duplicate_peers(" + values.format() + ")";
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof IsPeer that && values.equals(that.values)
                    && Arrays.equals(peer, that.peer);
        }

        @Override
        public int hashCode() {
            return Objects.hash(values.format(), Arrays.hashCode(peer));
        }
    }
}
