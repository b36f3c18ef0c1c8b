package org.nearduplicate.elasticsearch.ingest;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.ingest.ConfigurationUtils;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.script.ScriptService;
import org.elasticsearch.script.TemplateScript;
import org.nearduplicate.elasticsearch.lookup.LookupParameters;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;

/**
 * The options of a processor.
 *
 * @param field the field that has the text
 * @param index where near duplicates are looked up: an index, an alias, a data stream, several or a pattern
 * @param nearField the {@code minhash} field there
 * @param minSimilarity the similarity to reach, or null for that of the field
 * @param recall the least probability with which documents of that similarity are candidates, or null for that of the field
 * @param verify how candidates are verified, or null for exactly where that is possible
 * @param onMatch what becomes of a near duplicate
 * @param targetField the field that names its near duplicates; null if it is not indexed
 * @param maxMatches how many documents that field names at most
 * @param destination the index that a near duplicate is rerouted to, or null
 * @param ignoreMissing whether a document without a text is indexed
 */
record ProcessorOptions(
        String field,
        TemplateScript.Factory index,
        String nearField,
        Double minSimilarity,
        Double recall,
        Verify verify,
        OnMatch onMatch,
        TemplateScript.Factory targetField,
        int maxMatches,
        TemplateScript.Factory destination,
        boolean ignoreMissing) {

    static final String FIELD = "field";
    static final String INDEX = "index";
    static final String NEAR_FIELD = LookupParameters.FIELD;
    static final String TARGET_FIELD = "target_field";
    static final String DESTINATION = "destination";
    static final String IGNORE_MISSING = "ignore_missing";
    static final IntParameter MAX_MATCHES = new IntParameter("max_matches", 10, 1, 100);

    private static final String INGEST = "_ingest";
    private static final String DEFAULT_TARGET_FIELD = "near_duplicate";

    /**
     * Reads the configuration of a processor, and takes what it read out of it.
     *
     * @throws org.elasticsearch.ElasticsearchParseException if something is missing or not allowed
     */
    static ProcessorOptions read(
            String tag, Map<String, Object> configuration, ScriptService scripts) {
        return new Reader(tag, configuration, scripts).read();
    }

    /** Reads one configuration. */
    private record Reader(String tag, Map<String, Object> configuration, ScriptService scripts) {

        private ProcessorOptions read() {
            OnMatch onMatch = Objects.requireNonNullElse(
                    optional(OnMatch.PARAMETER), OnMatch.PARAMETER.defaultValue());
            boolean reroutes = onMatch == OnMatch.REROUTE;
            refuse(TARGET_FIELD, onMatch.admits(), onMatch);
            refuse(MAX_MATCHES.name(), onMatch.admits(), onMatch);
            refuse(DESTINATION, reroutes, onMatch);
            String field = text(FIELD, null);
            return new ProcessorOptions(
                    field,
                    template(INDEX, index()),
                    text(NEAR_FIELD, null),
                    optional(Parameters.MIN_SIMILARITY),
                    optional(Parameters.RECALL),
                    optional(Verify.PARAMETER),
                    onMatch,
                    onMatch.admits()
                            ? template(TARGET_FIELD, targetField(field))
                            : null,
                    onMatch.admits()
                            ? Objects.requireNonNullElse(
                                    optional(MAX_MATCHES), MAX_MATCHES.defaultValue())
                            : 1,
                    reroutes ? template(DESTINATION, text(DESTINATION, null)) : null,
                    ConfigurationUtils.readBooleanProperty(
                            NearDuplicateProcessor.TYPE, tag, configuration, IGNORE_MISSING,
                            false));
        }

        private String index() {
            String index = text(INDEX, null);
            try {
                Target.requireName(index);
            } catch (IllegalArgumentException e) {
                throw refusal(INDEX, e.getMessage());
            }
            return index;
        }

        /**
         * The target field must not be one that a document needs: it is overwritten, or removed if there are no near
         * duplicates.
         */
        private String targetField(String field) {
            String path = text(TARGET_FIELD, DEFAULT_TARGET_FIELD);
            if (IngestDocument.Metadata.isMetadata(path) || path.startsWith(INGEST)
                    || Stream.of(path.split("\\.", -1)).anyMatch(String::isBlank)) {
                throw refusal(TARGET_FIELD, "must be a field of the source, got [" + path + "]");
            }
            if (isWithin(path, field) || isWithin(field, path)) {
                throw refusal(
                        TARGET_FIELD,
                        "must be another field than [" + FIELD + "] [" + field + "], got [" + path
                                + "]");
            }
            return path;
        }

        private static boolean isWithin(String path, String object) {
            return path.equals(object) || path.startsWith(object + ".");
        }

        private String text(String name, String defaultText) {
            String text = ConfigurationUtils.readStringProperty(
                    NearDuplicateProcessor.TYPE, tag, configuration, name, defaultText);
            if (text.isBlank()) {
                throw refusal(name, "must not be empty");
            }
            return text;
        }

        private TemplateScript.Factory template(String name, String text) {
            return ConfigurationUtils.compileTemplate(
                    NearDuplicateProcessor.TYPE, tag, name, text, scripts);
        }

        private <T> T optional(Parameter<T> parameter) {
            Object value = configuration.remove(parameter.name());
            try {
                return value == null ? null : parameter.parse(value);
            } catch (IllegalArgumentException e) {
                throw refusal(parameter.name(), e.getMessage());
            }
        }

        private void refuse(String name, boolean allowed, OnMatch onMatch) {
            if (allowed == false && configuration.containsKey(name)) {
                throw refusal(
                        name,
                        "has no meaning with [" + OnMatch.PARAMETER.name() + "] ["
                                + ChoiceParameter.nameOf(onMatch) + "]");
            }
        }

        /** Elasticsearch puts the name before the reason, which may have it already. */
        private RuntimeException refusal(String name, String reason) {
            String prefix = "[" + name + "] ";
            return ConfigurationUtils.newConfigurationException(
                    NearDuplicateProcessor.TYPE, tag, name,
                    reason.startsWith(prefix) ? reason.substring(prefix.length()) : reason);
        }
    }
}
