package org.nearduplicate.elasticsearch.version;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A field with indexed terms and doc values. */
public abstract class TermsFieldType extends MappedFieldType {

    protected TermsFieldType(String name, Map<String, String> meta) {
        super(name, IndexType.terms(true, true), false, meta);
    }
}
