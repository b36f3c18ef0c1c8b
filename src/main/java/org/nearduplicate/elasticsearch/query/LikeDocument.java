package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.DocumentLookup;
import org.nearduplicate.elasticsearch.request.DocumentReference;

/**
 * Documents like one that is stored.
 *
 * @param document which
 */
public record LikeDocument(DocumentReference document) implements Like {

    /** Checks that there is one. */
    public LikeDocument {
        Objects.requireNonNull(document);
    }

    LikeDocument(StreamInput in) throws IOException {
        this(
                new DocumentReference(
                        in.readOptionalString(), in.readString(), in.readOptionalString()));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(document.index());
        out.writeString(document.id());
        out.writeOptionalString(document.routing());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return builder.field(NAME, document);
    }

    /**
     * Says where the document is looked for, with the rights that the caller has there.
     *
     * @param searched what the query is asked of, or null if that is not known
     * @throws IllegalArgumentException if the document names no index, and not one index is searched
     */
    DocumentLookup lookup(ResolvedIndices searched) {
        if (document.index() != null) {
            return lookup(SearchRequest.DEFAULT_INDICES_OPTIONS, document.index());
        }
        // What the user named, an alias perhaps: the index behind it may be hidden.
        OriginalIndices named = one(searched);
        return lookup(named.indicesOptions(), named.indices());
    }

    private DocumentLookup lookup(IndicesOptions options, String... target) {
        return new DocumentLookup(
                NAME, target, options, null, document.id(), document.routing(), null);
    }

    private OriginalIndices one(ResolvedIndices searched) {
        if (searched == null || searched.getRemoteClusterIndices().isEmpty() == false) {
            throw new IllegalArgumentException(
                    "[like] needs [_index] here, as it is not known which indices are searched");
        }
        document.requireIndex(NAME, searched.getConcreteLocalIndices().length);
        return searched.getLocalIndices();
    }
}
