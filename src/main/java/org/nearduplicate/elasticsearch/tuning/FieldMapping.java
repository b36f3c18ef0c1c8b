package org.nearduplicate.elasticsearch.tuning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.tuning.Setting;

/** What a setting is called in mappings, and in the answer. */
final class FieldMapping {

    private static final String TYPE = "type";

    /** How many rows of a band a query takes, by the similarity and recall of the mapping. */
    private static final String ROWS_TAKEN = "rows_taken";

    private FieldMapping() {}

    /**
     * Returns the parameters that differ between settings, by their names in a mapping, and the rows that a query takes instead of
     * the recall: of a row this is what was measured.
     */
    static Map<String, Object> parameters(Setting setting) {
        Map<String, Object> parameters = of(setting, null);
        parameters.keySet().removeAll(
                List.of(TYPE, Parameters.RECALL.name(), Parameters.SCHEME_VERSION.name()));
        parameters.put(ROWS_TAKEN, setting.taken().rows());
        return parameters;
    }

    /**
     * Returns the mapping of a field with a setting. It says everything that decides about hashes, so that
     * no default can change them.
     *
     * @param prints which shingles are indexed as prints, or null for none
     */
    static Map<String, Object> of(Setting setting, Prints prints) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        mapping.put(TYPE, MinHashFieldMapper.CONTENT_TYPE);
        mapping.put(TuneParser.ANALYZER, setting.shingles().analyzer());
        mapping.put(Parameters.SIMILARITY.name(), setting.similarity());
        mapping.put(Parameters.RECALL.name(), setting.bands().recall());
        mapping.putAll(setting.scheme().parameters());
        if (prints != null) {
            mapping.put(Prints.PARAMETER.name(), prints.oneIn());
        }
        return mapping;
    }
}
