package org.nearduplicate.elasticsearch.version;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.AbstractQueryBuilder;

/**
 * A query of one Lucene query.
 *
 * @param <Q> the query itself
 */
public abstract class LeafQuery<Q extends LeafQuery<Q>> extends AbstractQueryBuilder<Q> {

    /** Creates a query. */
    protected LeafQuery() {}

    /**
     * Reads a query.
     *
     * @param in at its boost and its name
     * @throws IOException if it is broken
     */
    protected LeafQuery(StreamInput in) throws IOException {
        super(in);
    }
}
