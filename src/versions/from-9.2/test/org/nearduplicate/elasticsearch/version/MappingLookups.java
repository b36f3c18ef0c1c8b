package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.mapper.Mapping;
import org.elasticsearch.index.mapper.MappingLookup;

/** Makes of a mapping what fields are looked up in. */
public final class MappingLookups {

    private MappingLookups() {}

    public static MappingLookup of(Mapping mapping) {
        return MappingLookup.fromMapping(mapping, IndexMode.STANDARD);
    }
}
