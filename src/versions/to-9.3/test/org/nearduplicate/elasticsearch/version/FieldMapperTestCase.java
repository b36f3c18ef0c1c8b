package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperTestCase;

/** The tests of Elasticsearch for a field type whose values have no order. */
public abstract class FieldMapperTestCase extends MapperTestCase {

    /** Terms that are none to search for count as indexed all the same. */
    @Override
    protected final void assertSearchable(MappedFieldType fieldType) {
        assertFalse(fieldType.isSearchable());
    }

    /** Elasticsearch does not ask for all parameters. */
    protected static void ignore(ParameterChecker checker, String parameter) {}
}
