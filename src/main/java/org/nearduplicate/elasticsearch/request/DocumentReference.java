package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.groups.shard.Document;

/**
 * A stored document as a user names it.
 *
 * @param index its index or an alias of it, or null for the one index that is searched
 * @param id its {@code _id}
 * @param routing its {@code _routing}, or null
 */
public record DocumentReference(String index, String id, String routing)
        implements ToXContentObject {

    /** The index of a document, as the hits of a search call it. */
    public static final String INDEX = "_index";

    /** The identifier of a document, as hits call it. */
    public static final String ID = "_id";

    /** The routing of a document, as hits call it. */
    public static final String ROUTING = "_routing";

    private static final RequestBody OBJECT =
            new RequestBody("document").text(INDEX).name(ID).name(ROUTING);

    /** @throws IllegalArgumentException if there is no {@code _id}, or the index is empty */
    public DocumentReference {
        RequestBody.requireGiven(ID, id);
        if (index != null && index.isEmpty()) {
            throw new IllegalArgumentException("[_index] must be the name of an index, got []");
        }
    }

    /**
     * Reads an object of names.
     *
     * @throws IllegalArgumentException if a name is missing, empty or unknown
     */
    public static DocumentReference parse(XContentParser parser) throws IOException {
        RequestBody.Values said = OBJECT.read(parser, null);
        return new DocumentReference(said.get(INDEX), said.get(ID), said.get(ROUTING));
    }

    /** Returns the names of a document. */
    public static DocumentReference of(Document document) {
        return new DocumentReference(document.index(), document.id(), document.routing());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        writeNames(builder);
        return builder.endObject();
    }

    /** Writes the names into an object. */
    public void writeNames(XContentBuilder builder) throws IOException {
        if (index != null) {
            builder.field(INDEX, index);
        }
        builder.field(ID, id);
        if (routing != null) {
            builder.field(ROUTING, routing);
        }
    }

    @Override
    public String toString() {
        return (index == null ? "" : "[_index] [" + index + "] and ") + "[_id] [" + id + "]"
                + (routing == null ? "" : " and [_routing] [" + routing + "]");
    }

    /**
     * Checks that it is known which index has the document.
     *
     * @throws IllegalArgumentException if {@code _index} is left out and they are not one
     */
    public void requireIndex(String parameter, int indices) {
        if (index == null && indices != 1) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] needs [_index], which can be left out where one index is"
                            + " searched, got [" + indices + "] indices");
        }
    }
}
