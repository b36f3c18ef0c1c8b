package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.Locale;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The index of one run, to which the alias that the request names leads once all groups are there.
 *
 * @param alias what the request names
 * @param index an index of this run alone, whose name begins with that of the alias
 */
record RunIndex(String alias, String index) implements Writeable {

    /** Returns the index of a run that begins. */
    static RunIndex of(String alias) {
        return new RunIndex(
                alias, prefix(alias) + UUIDs.randomBase64UUID().toLowerCase(Locale.ROOT));
    }

    RunIndex(StreamInput in) throws IOException {
        this(in.readString(), in.readString());
    }

    /** Returns what the names of the indices of all runs begin with. */
    static String prefix(String alias) {
        return alias + "-";
    }

    /** Returns the alias by which a run writes as long as it is not complete: its removal ends the run. */
    static String writeAlias(String index) {
        return index + "-writing";
    }

    /** Returns the alias by which this run writes. */
    String writeAlias() {
        return writeAlias(index);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(alias);
        out.writeString(index);
    }

    /** Writes where the groups are into an answer. */
    void toXContent(XContentBuilder builder) throws IOException {
        builder.startObject(GroupsParameters.DEST);
        builder.field("alias", alias);
        builder.field("index", index);
        builder.endObject();
    }
}
