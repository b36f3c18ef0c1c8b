package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.groups.GroupsCounts;

/**
 * What the status document tells of a completed run.
 *
 * @param counts what the run saw, did and left out
 * @param runs the runs whose groups are whole together, this one last
 * @param kept what is told of what is kept for the next run, or null if nothing is
 * @param increment what became of an incremental run, or null of another one
 */
record Completion(
        GroupsCounts counts, List<String> runs, Map<String, Object> kept,
        IncrementSummary increment) {

    /** Returns that of a run that is no incremental one. */
    static Completion of(GroupsCounts counts, List<String> runs) {
        return new Completion(counts, runs, null, null);
    }

    /** Returns it with what is told of the documents that are left for the next run. */
    Completion leaving(GroupDocuments groups) {
        Map<String, Object> told = new LinkedHashMap<>(kept);
        told.putAll(groups.toMap());
        return new Completion(counts, runs, told, increment);
    }

    /** Returns that of a run that no other one can continue. */
    Completion keepingNothing() {
        return new Completion(counts, runs, null, increment);
    }

    /** Writes it into the document. */
    void write(XContentBuilder builder) throws IOException {
        if (increment != null) {
            builder.field(GroupsParser.INCREMENTAL, increment.toMap());
        }
        builder.field(DestinationMapping.COUNTS);
        CountsXContent.counts(builder, counts);
        builder.field(DestinationMapping.COMPLETED_RUNS, runs);
        if (kept != null) {
            builder.field(DestinationMapping.KEPT, kept);
        }
    }
}
