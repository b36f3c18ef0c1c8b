package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.index.mapper.MapperTestCase;

/** The tests of Elasticsearch for a field type whose values have no order. */
public abstract class FieldMapperTestCase extends MapperTestCase {

    /** Elasticsearch does not ask for all parameters. */
    protected static void ignore(ParameterChecker checker, String parameter) {}
}
