package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.shards.ShardTarget;
import org.nearduplicate.elasticsearch.shards.ViewMessage;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** Asks a shard for the near duplicates of texts. */
final class LookupMessage extends ViewMessage {

    /** As the index of the shard sketches them. */
    final SketchedTexts texts;

    /** How candidates are verified, or null for exactly where that is possible. */
    final Verify verify;

    LookupMessage(ShardTarget target, SketchedTexts texts, Verify verify) {
        super(target);
        this.texts = texts;
        this.verify = verify;
    }

    LookupMessage(StreamInput in) throws IOException {
        super(in);
        String field = in.readString();
        Scheme scheme = FieldDescription.readScheme(in);
        this.verify = in.readOptionalEnum(Verify.class);
        this.texts = new SketchedTexts(
                field, scheme, in.readCollectionAsList(text -> SoughtText.read(scheme, text)));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeString(texts.field());
        FieldDescription.writeScheme(texts.scheme(), out);
        out.writeOptionalEnum(verify);
        out.writeCollection(texts.texts(), (to, text) -> text.writeTo(to));
    }

    /** A document of the shard, by its {@code _id}. */
    record Found(String id, float similarity) implements Writeable {

        Found(StreamInput in) throws IOException {
            this(in.readString(), in.readFloat());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeFloat(similarity);
        }
    }

    /** The near duplicates of each text, most similar first. */
    static final class Response extends TransportResponse {

        final Verify verify;
        final List<List<Found>> found;

        Response(Verify verify, List<List<Found>> found) {
            this.verify = verify;
            this.found = found;
        }

        Response(StreamInput in) throws IOException {
            this.verify = in.readEnum(Verify.class);
            this.found =
                    in.readCollectionAsList(text -> text.readCollectionAsList(Found::new));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(verify);
            out.writeCollection(found, StreamOutput::writeCollection);
        }
    }
}
