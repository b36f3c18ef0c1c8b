package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.DocumentFields;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.job.JobMonitor;

/**
 * Fields of the documents that an answer lists, as a search gives them. Immutable.
 *
 * @param byDocument the fields of those that have any, by their names
 * @param leftOut how many documents were not read, as there is too much of them
 * @param failure why the last of them could not be read, or null
 */
record ListedFields(
        Map<Document, Map<String, DocumentField>> byDocument, int leftOut, String failure) {

    /** None were requested. */
    static final ListedFields NONE = new ListedFields(Map.of(), 0, null);

    /** What an answer has of them, in bytes: about as much as a browser shows with ease. */
    private static final long MAX_BYTES = 10_000_000;

    /** If there is no room for a document, it is the end, but for the first few that are as long as this. */
    private static final long LONG = MAX_BYTES / 10;
    private static final int MAX_LONG = 10;

    /** Of a document, beside its values. */
    private static final long BYTES_PER_DOCUMENT = 200;

    /**
     * Reads the fields of listed groups, group after group, keepers before their members.
     *
     * @param monitor is charged for their memory
     */
    static ListedFields read(DocumentFields documents, List<Group> groups, JobMonitor monitor) {
        List<Document> listed = groups.stream().flatMap(ListedFields::documents).toList();
        Reading reading = new Reading(monitor);
        String failure = null;
        try {
            documents.read(listed, reading::add);
        } catch (RuntimeException e) {
            // The groups are found, and it may have taken long.
            monitor.checkCancelled();
            failure = e.toString();
        }
        return new ListedFields(
                Map.copyOf(reading.byDocument), listed.size() - reading.documents, failure);
    }

    private static Stream<Document> documents(Group group) {
        return Stream.concat(
                Stream.of(group.keeper()), group.members().stream().map(Member::document));
    }

    /** Writes the fields of a document into its object. */
    void write(XContentBuilder builder, Document document) throws IOException {
        Map<String, DocumentField> fields = byDocument.get(document);
        if (fields == null) {
            return;
        }
        builder.startObject(GroupsParameters.FIELDS);
        for (DocumentField field : fields.values()) {
            field.getValidValuesWriter().toXContent(builder, null);
        }
        builder.endObject();
    }

    /** Writes into an answer how many documents were left out, if any were, and why. */
    void writeLeftOut(XContentBuilder builder) throws IOException {
        if (leftOut > 0) {
            builder.field(GroupsParameters.FIELDS + "_left_out", leftOut);
        }
        if (failure != null) {
            builder.field(GroupsParameters.FIELDS + "_failure", failure);
        }
    }

    /** What was read until now. */
    private static final class Reading {

        private final JobMonitor monitor;
        private final Map<Document, Map<String, DocumentField>> byDocument = new HashMap<>();
        private int documents;
        private int passedOver;
        private long bytes;

        Reading(JobMonitor monitor) {
            this.monitor = monitor;
        }

        /** Adds a document, if there is room for it. Returns whether there may be room for another. */
        boolean add(Document document, Map<String, DocumentField> fields) {
            long length = DocumentFields.length(fields);
            if (bytes + length > MAX_BYTES) {
                return length >= LONG && ++passedOver <= MAX_LONG;
            }
            if (fields.isEmpty() == false) {
                monitor.reserve(BYTES_PER_DOCUMENT + Character.BYTES * length);
                byDocument.put(document, fields);
            }
            bytes += length;
            documents++;
            return true;
        }
    }
}
