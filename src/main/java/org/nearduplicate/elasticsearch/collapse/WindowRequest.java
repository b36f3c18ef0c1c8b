package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;

/** Asks the shards of a search for what is compared of its hits. It cannot be written by users. */
public final class WindowRequest extends SearchExtBuilder {

    /** Its name between nodes. */
    public static final String NAME = "near_duplicate_window";

    /** The {@code minhash} field. */
    final String field;

    /** How hits will be compared, or null for exactly where that is possible. */
    final Verify verify;

    /** Whether shingle sets are asked for, instead of signatures. */
    final boolean sets;

    private WindowRequest(String field, Verify verify, boolean sets) {
        this.field = field;
        this.verify = verify;
        this.sets = sets;
    }

    /** Reads what {@link #writeTo} wrote. */
    public WindowRequest(StreamInput in) throws IOException {
        this(
                WireVersion.check(in).readString(),
                in.readOptionalEnum(Verify.class),
                in.readBoolean());
    }

    /** Asks for signatures, and what the shards tell of the field. */
    static WindowRequest signatures(CollapseOptions options) {
        return new WindowRequest(options.field(), options.verify(), false);
    }

    /** Asks for shingle sets. */
    static WindowRequest sets(CollapseOptions options) {
        return new WindowRequest(options.field(), Verify.EXACT, true);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        WireVersion.write(out);
        out.writeString(field);
        out.writeOptionalEnum(verify);
        out.writeBoolean(sets);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        builder.field(CollapseOptions.FIELD, field);
        if (verify != null) {
            builder.field(Verify.PARAMETER.name(), ChoiceParameter.nameOf(verify));
        }
        builder.field("sets", sets);
        return builder.endObject();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WindowRequest that
                && field.equals(that.field)
                && verify == that.verify
                && sets == that.sets;
    }

    @Override
    public int hashCode() {
        return Objects.hash(field, verify, sets);
    }
}
