package org.nearduplicate.benchmark.groups;

import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.StoredFieldVisitor;
import org.nearduplicate.benchmark.index.IndexBuilder;

/** Reads the id of a document from its stored fields, and nothing behind it. */
final class IdVisitor extends StoredFieldVisitor {

    private String id;

    /** Prepares for the next document. */
    IdVisitor reset() {
        id = null;
        return this;
    }

    /** Returns the id that was read. */
    String id() {
        return id;
    }

    @Override
    public Status needsField(FieldInfo field) {
        if (id != null) {
            return Status.STOP;
        }
        return field.name.equals(IndexBuilder.ID) ? Status.YES : Status.NO;
    }

    @Override
    public void stringField(FieldInfo field, String value) {
        id = value;
    }
}
