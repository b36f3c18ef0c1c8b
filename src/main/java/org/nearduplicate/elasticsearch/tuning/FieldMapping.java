package org.nearduplicate.elasticsearch.tuning;

import java.util.LinkedHashMap;
import java.util.Map;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.tuning.Setting;

/** What a setting is called in mappings, and in the answer. */
final class FieldMapping {

    private FieldMapping() {}

    /** Returns the parameters that differ between settings, by their names in a mapping. */
    static Map<String, Object> parameters(Setting setting) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(TuneParser.ANALYZER, setting.shingles().analyzer());
        parameters.put(
                Parameters.SHINGLE_UNIT.name(),
                ChoiceParameter.nameOf(setting.shingles().unit()));
        parameters.put(Parameters.SHINGLE_SIZE.name(), setting.shingles().size());
        parameters.put(Parameters.SIMILARITY.name(), setting.similarity());
        parameters.put(Parameters.HASH_COUNT.name(), setting.sketch().hashCount());
        parameters.put(Parameters.BANDS.name(), setting.banding().bands());
        parameters.put(Parameters.ROWS.name(), setting.banding().rows());
        parameters.put(
                Parameters.SKETCH.name(), ChoiceParameter.nameOf(setting.sketch().algorithm()));
        parameters.put(
                Parameters.HASH_FUNCTION.name(),
                ChoiceParameter.nameOf(setting.sketch().hashFunction()));
        return parameters;
    }

    /**
     * Returns the mapping of a field with a setting. It says everything that decides about hashes, so that
     * no default can change them.
     */
    static Map<String, Object> of(Setting setting) {
        Scheme scheme = setting.scheme();
        Map<String, Object> mapping = new LinkedHashMap<>();
        mapping.put("type", MinHashFieldMapper.CONTENT_TYPE);
        mapping.putAll(parameters(setting));
        mapping.put(Parameters.SEED.name(), scheme.seed());
        mapping.put(Parameters.SCHEME_VERSION.name(), scheme.version());
        return mapping;
    }
}
