package org.nearduplicate.elasticsearch.version;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.LeafQueryBuilder;

/** The builder of a query that contains no other builders. */
public abstract class LeafQuery<Q extends LeafQuery<Q>> extends LeafQueryBuilder<Q> {

    protected LeafQuery() {}

    /** Reads the boost and the name. */
    protected LeafQuery(StreamInput in) throws IOException {
        super(in);
    }
}
