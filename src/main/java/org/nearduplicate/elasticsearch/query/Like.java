package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.StoredDocument.DocumentLookup;

/** What a user gives to be compared: a text, several that count as the values of one field, or a stored document. */
public sealed interface Like extends ToXContentFragment {

    /** The name that a query gives it. */
    String NAME = "like";

    /** The texts of an array at most: each takes far more memory than the few bytes that it may be written in. */
    int MAX_TEXTS = 100_000;

    /** What it must be. */
    String WHAT = "a text, an array of texts or a stored document {[_index], [_id], [_routing]}";

    /**
     * Reads a text, an array of texts or a stored document.
     *
     * @param what what it must be, for a message
     * @throws IllegalArgumentException if it is none of them
     */
    static Like parse(String name, String what, XContentParser parser) throws IOException {
        return parser.currentToken() == Token.START_OBJECT
                ? new Document(DocumentReference.parse(parser))
                : texts(name, RequestBody.texts(name, what, MAX_TEXTS, parser));
    }

    /** Reads what {@link #write} wrote. */
    static Like read(StreamInput in) throws IOException {
        return in.readBoolean()
                ? new Texts(in.readStringCollectionAsList())
                : new Document(
                        new DocumentReference(
                                in.readOptionalString(), in.readString(),
                                in.readOptionalString()));
    }

    /** Writes which of the two it is, and its texts or its document. */
    static void write(StreamOutput out, Like like) throws IOException {
        out.writeBoolean(like instanceof Texts);
        switch (like) {
            case Texts given -> out.writeStringCollection(given.texts);
            case Document stored -> {
                out.writeOptionalString(stored.reference.index());
                out.writeString(stored.reference.id());
                out.writeOptionalString(stored.reference.routing());
            }
        }
    }

    /** Returns the texts of a user, of which one at least must not be blank; a stored document may have none. */
    private static Texts texts(String name, List<String> texts) {
        if (texts.stream().allMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "[" + name + "] must hold a text, got "
                            + (texts.isEmpty() ? "[]" : "only blank ones"));
        }
        return new Texts(texts);
    }

    /**
     * Documents like one text, or like several taken together, as the values of an array field are.
     *
     * @param texts the texts, none for a stored document without any
     */
    record Texts(List<String> texts) implements Like {

        /** Copies the texts. */
        public Texts {
            texts = List.copyOf(texts);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
            return texts.size() == 1
                    ? builder.field(NAME, texts.getFirst())
                    : builder.stringListField(NAME, texts);
        }
    }

    /** Documents like one that is stored. */
    record Document(DocumentReference reference) implements Like {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
            return builder.field(NAME, reference);
        }

        /**
         * Returns where the document is looked for, with the rights that the caller has there.
         *
         * @param searched the indices that the query searches, or null if they are not known
         * @param extension asks for more of it, or null
         * @throws IllegalArgumentException if the document names no index, and not one index is searched
         */
        DocumentLookup lookup(ResolvedIndices searched, SearchExtBuilder extension) {
            return new DocumentLookup(
                    NAME,
                    // The name that the user gave, perhaps an alias: the user may have no rights for its index.
                    reference.index() == null
                            ? one(searched)
                            : new OriginalIndices(
                                    new String[] {reference.index()},
                                    SearchRequest.DEFAULT_INDICES_OPTIONS),
                    new DocumentReference(null, reference.id(), reference.routing()),
                    null, extension);
        }

        private OriginalIndices one(ResolvedIndices searched) {
            if (searched == null || searched.getRemoteClusterIndices().isEmpty() == false) {
                throw new IllegalArgumentException(
                        "[like] needs [_index] here, as it is not known which indices are searched");
            }
            reference.requireIndex(NAME, searched.getConcreteLocalIndices().length);
            return searched.getLocalIndices();
        }
    }
}
