package org.nearduplicate.elasticsearch.groups;

import org.elasticsearch.client.internal.Client;
import org.nearduplicate.groups.Groups;
import org.nearduplicate.sketch.JobMonitor;

/** Writes the groups of parts to the destination of a run, where they are found. Belongs to one thread. */
final class PartsWriter {

    private final DestinationDocuments documents;
    private final BulkWriter writer;
    private long written;

    PartsWriter(Client client, GroupsResponse.Written dest, JobMonitor monitor) {
        this.documents = new DestinationDocuments(dest.dest(), dest.run());
        this.writer = new BulkWriter(
                new DestinationCalls(client, dest.dest(), monitor), soFar -> written = soFar);
    }

    void write(Groups part) {
        part.forEachPart(
                DestinationDocuments.MAX_MEMBERS,
                (number, group) -> writer.add(documents.part(number, group)));
    }

    /** Writes what is left, and returns how many documents were written. */
    long finish() {
        writer.flush();
        return written;
    }
}
