package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.Call.Wire;
import org.nearduplicate.elasticsearch.shards.ShardTarget;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** Asks a shard for the near duplicates of texts. */
final class ShardLookupCall {

    static final Call<ShardTarget, Question, Answer> OF_SHARD = new Call<>(
            TransportLookupAction.NAME + "[s]", ShardTarget::new, Wire.of(Question::new),
            Wire.of(Answer::new));

    private ShardLookupCall() {}

    /**
     * What a shard is asked.
     *
     * @param texts as the index of the shard sketches them
     * @param verify how candidates are verified, or null for exactly where that is possible
     */
    record Question(SketchedTexts texts, Verify verify) implements Writeable {

        Question(StreamInput in) throws IOException {
            this(readTexts(in), in.readOptionalEnum(Verify.class));
        }

        private static SketchedTexts readTexts(StreamInput in) throws IOException {
            String field = in.readString();
            Scheme scheme = FieldDescription.readScheme(in);
            return new SketchedTexts(
                    field, scheme, in.readCollectionAsList(text -> SoughtText.read(scheme, text)));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(texts.field());
            FieldDescription.writeScheme(texts.scheme(), out);
            out.writeCollection(texts.texts(), (to, text) -> text.writeTo(to));
            out.writeOptionalEnum(verify);
        }
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

    /** How candidates were verified, and the near duplicates of each text, most similar first. */
    record Answer(Verify verify, List<List<Found>> found) implements Writeable {

        Answer(StreamInput in) throws IOException {
            this(
                    in.readEnum(Verify.class),
                    in.readCollectionAsList(text -> text.readCollectionAsList(Found::new)));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(verify);
            out.writeCollection(found, StreamOutput::writeCollection);
        }
    }
}
