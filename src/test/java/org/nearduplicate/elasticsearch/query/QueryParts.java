package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.nearduplicate.elasticsearch.request.WireVersion;

/**
 * What a query builder was made of, read back from what it writes for other nodes.
 *
 * @param field the field
 * @param like the texts or the stored document
 * @param options the rest
 */
record QueryParts(String field, Like like, QueryOptions options) {

    static QueryParts of(NearDuplicateQueryBuilder builder) {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            builder.doWriteTo(out);
            StreamInput in = out.bytes().streamInput();
            WireVersion.check(in);
            return new QueryParts(in.readString(), Like.read(in), new QueryOptions(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    NearDuplicateQueryBuilder build() {
        return new NearDuplicateQueryBuilder(field, like, options);
    }
}
