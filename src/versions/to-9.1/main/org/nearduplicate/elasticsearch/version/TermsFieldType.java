package org.nearduplicate.elasticsearch.version;

import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/** A field with indexed terms and doc values. */
public abstract class TermsFieldType extends MappedFieldType {

    /**
     * Creates a field type.
     *
     * @param name the full name of the field
     * @param meta what its mapping says beside
     */
    protected TermsFieldType(String name, Map<String, String> meta) {
        super(name, true, false, true, TextSearchInfo.NONE, meta);
    }
}
