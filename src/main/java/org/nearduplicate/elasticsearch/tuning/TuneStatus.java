package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * How far a run is.
 *
 * @param phase what it does
 * @param sampled the documents of the sample that were read
 * @param measured the settings that were measured
 * @param settings of how many; 0 as long as none was measured
 */
public record TuneStatus(Phase phase, int sampled, int measured, int settings)
        implements Task.Status {

    /** The name of its class between nodes. */
    public static final String NAME = "near_duplicate_tune";

    /** How far a run is that has not begun. */
    static final TuneStatus START = new TuneStatus(Phase.QUEUED, 0, 0, 0);

    /** What a run does; the last two come in turns, once for each shingle setting. */
    public enum Phase {
        /** Waits for a thread. */
        QUEUED,
        /** Reads the sample. */
        SAMPLING,
        /** Computes the exact similarities of its pairs. */
        COMPARING,
        /** Measures settings. */
        MEASURING
    }

    /** Reads what {@link #writeTo} wrote. */
    public TuneStatus(StreamInput in) throws IOException {
        this(WireVersion.check(in).readEnum(Phase.class), in.readVInt(), in.readVInt(),
                in.readVInt());
    }

    TuneStatus sampled(int documents) {
        return new TuneStatus(Phase.SAMPLING, documents, measured, settings);
    }

    TuneStatus comparing() {
        return new TuneStatus(Phase.COMPARING, sampled, measured, settings);
    }

    TuneStatus measured(int done, int total) {
        return new TuneStatus(Phase.MEASURING, sampled, done, total);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        WireVersion.write(out);
        out.writeEnum(phase);
        out.writeVInt(sampled);
        out.writeVInt(measured);
        out.writeVInt(settings);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("phase", ChoiceParameter.nameOf(phase));
        builder.field("documents_sampled", sampled);
        builder.startObject("settings").field("total", settings).field("measured", measured)
                .endObject();
        return builder.endObject();
    }
}
