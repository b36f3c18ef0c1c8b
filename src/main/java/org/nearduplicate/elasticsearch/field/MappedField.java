package org.nearduplicate.elasticsearch.field;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.admin.cluster.stats.MappingVisitor;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;

/**
 * A {@code minhash} field as the mapping of an index has it. It can be read on a node that has no shard of the index.
 *
 * @param parameters those that the mapping gives, by their names
 */
public record MappedField(Map<String, ?> parameters) {

    /** Returns the fields of an index, in objects and in other fields too. O(size of the mapping). */
    public static Map<String, MappedField> of(IndexMetadata index) {
        Map<String, MappedField> fields = new LinkedHashMap<>();
        if (index.mapping() != null) {
            MappingVisitor.visitMapping(index.mapping().sourceAsMap(), (name, parameters) -> {
                if (MinHashFieldMapper.CONTENT_TYPE.equals(parameters.get("type"))) {
                    fields.put(name, new MappedField(parameters));
                }
            });
        }
        return fields;
    }

    /** Returns the name of its analyzer. */
    public String analyzer() {
        return Objects.toString(parameters.get("analyzer"), NearDuplicateAnalyzer.NAME);
    }

    /** Returns the options that give its scheme. */
    public SchemeOptions options() {
        return SchemeOptions.read(name -> Objects.toString(parameters.get(name), null));
    }
}
