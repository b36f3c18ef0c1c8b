package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Documents like one text, or like several taken together, as the values of an array field are.
 *
 * @param texts the texts, none for a stored document without any
 */
public record LikeTexts(List<String> texts) implements Like {

    /** Copies the texts. */
    public LikeTexts {
        texts = List.copyOf(texts);
    }

    /** Takes what a user wrote, which has to hold a text; a stored document may have none. */
    static LikeTexts of(String name, List<String> texts) {
        if (texts.stream().allMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "[" + name + "] must hold a text, got " + describe(texts));
        }
        return new LikeTexts(texts);
    }

    LikeTexts(StreamInput in) throws IOException {
        this(in.readStringCollectionAsList());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeStringCollection(texts);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return texts.size() == 1
                ? builder.field(NAME, texts.getFirst())
                : builder.stringListField(NAME, texts);
    }

    private static String describe(List<String> texts) {
        return texts.isEmpty() ? "[]" : "only blank ones";
    }
}
