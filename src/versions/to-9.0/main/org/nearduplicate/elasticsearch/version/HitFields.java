package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;

/** The fields that a hit brings from its shard. */
public final class HitFields {

    private HitFields() {}

    public static void add(SearchHit hit, DocumentField field) {
        hit.setDocumentField(field.getName(), field);
    }
}
