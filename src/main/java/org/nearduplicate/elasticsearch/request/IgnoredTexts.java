package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.lucene.Verify;

/**
 * Texts whose shingles do not count for a similarity, such as a footer or a template: up to {@value #MAX_TEXTS}, of
 * {@value #MAX_LENGTH} characters together.
 *
 * @param texts none where every shingle counts
 */
public record IgnoredTexts(List<String> texts) implements Writeable, ToXContentFragment {

    /** The name of the parameter. */
    public static final String NAME = "ignore";

    /** Every shingle counts. */
    public static final IgnoredTexts NONE = new IgnoredTexts(List.of());

    static final int MAX_TEXTS = 100;

    /** The characters of each text that are kept with a run. */
    private static final int MOST_KEPT = 100;

    /** They are cut into shingles for each request and shard, before it can be cancelled. */
    static final int MAX_LENGTH = 1 << 20;

    /** @throws IllegalArgumentException if they are too long, or one is blank */
    public IgnoredTexts {
        texts = List.copyOf(texts);
        long length = texts.stream().mapToLong(String::length).sum();
        if (length > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] must have at most [" + MAX_LENGTH + "] characters, got ["
                            + length + "]");
        }
        if (texts.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] must hold texts, got a blank one among [" + texts.size() + "]");
        }
    }

    /** Reads what {@link #writeTo} wrote. */
    public IgnoredTexts(StreamInput in) throws IOException {
        this(in.readStringCollectionAsList());
    }

    /**
     * Reads a text or an array of texts.
     *
     * @throws IllegalArgumentException if it is anything else, or has no text, or too many
     */
    public static IgnoredTexts parse(XContentParser parser) throws IOException {
        List<String> texts =
                RequestBody.texts(NAME, "a text or an array of texts", MAX_TEXTS, parser);
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("[" + NAME + "] must hold a text, got []");
        }
        return new IgnoredTexts(texts);
    }

    /** Returns how the texts begin, to be kept where all of them would be too much: the state of the cluster. */
    public List<String> beginnings() {
        return texts.stream().map(text -> Strings.cleanTruncate(text, MOST_KEPT)).toList();
    }

    /** Returns whether every shingle counts. */
    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /**
     * Returns how a request verifies that has this and another parameter: signatures do not say which shingles count.
     *
     * @param requested what it says, or null if it says nothing
     * @throws IllegalArgumentException if that is by signatures, and some shingles do not count
     */
    public Verify verify(Verify requested) {
        if (isEmpty()) {
            return requested;
        }
        if (requested == Verify.SIGNATURE) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] needs [verify] [exact], got [signature]");
        }
        return Verify.EXACT;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeStringCollection(texts);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return isEmpty() ? builder : builder.stringListField(NAME, texts);
    }
}
