package org.nearduplicate.elasticsearch.version;

import java.util.List;
import org.elasticsearch.index.mapper.MapperTestCase;

/** The tests of Elasticsearch for a field type whose values have no order. */
public abstract class FieldMapperTestCase extends MapperTestCase {

    @Override
    protected final boolean supportsDocValuesSkippers() {
        return false;
    }

    @Override
    protected final List<SortShortcutSupport> getSortShortcutSupport() {
        return List.of();
    }

    /** Leaves a parameter to other tests. */
    protected static void ignore(ParameterChecker checker, String parameter) {
        checker.registerIgnoredParameter(parameter);
    }
}
