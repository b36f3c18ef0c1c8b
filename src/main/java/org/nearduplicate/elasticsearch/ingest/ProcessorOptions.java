package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.common.xcontent.LoggingDeprecationHandler;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.ingest.ConfigurationUtils;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.script.ScriptService;
import org.elasticsearch.script.TemplateScript;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.lookup.LookupParameters;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;

/**
 * The options of a processor.
 *
 * @param fields the fields that have the text, one after the other
 * @param index where near duplicates are looked up: an index, an alias, a data stream, several or a pattern
 * @param nearField the {@code minhash} field there
 * @param minSimilarity the similarity to reach, or null for that of the field
 * @param recall the least probability with which documents of that similarity are candidates, or null for that of the field
 * @param verify how candidates are verified, or null for exactly where that is possible
 * @param ignore the texts whose shingles do not count
 * @param counterparts which documents it is compared with
 * @param minShingles the distinct shingles below which a text is left alone
 * @param onMatch what becomes of a near duplicate
 * @param targetField the field that names its near duplicates; null if it is not indexed
 * @param maxMatches how many documents that field names at most
 * @param destination the index that a near duplicate is rerouted to, or null
 * @param ignoreMissing whether a document without a text is indexed
 */
record ProcessorOptions(
        List<String> fields,
        TemplateScript.Factory index,
        String nearField,
        Double minSimilarity,
        Double recall,
        Verify verify,
        IgnoredTexts ignore,
        Counterparts counterparts,
        int minShingles,
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
    static final String FILTER = "filter";
    static final IntParameter MAX_MATCHES = new IntParameter("max_matches", 10, 1, 100);

    private static final String INGEST = "_ingest";
    private static final String DEFAULT_TARGET_FIELD = "near_duplicate";

    /** What is written as in a request. */
    private static final RequestBody COMPARED =
            PeerOptions.declare(new RequestBody(NearDuplicateProcessor.TYPE))
                    .value(IgnoredTexts.NAME, IgnoredTexts::parse)
                    .object(
                            FILTER, "a query, an object",
                            AbstractQueryBuilder::parseTopLevelQuery);

    /**
     * Reads the configuration of a processor, and takes what it read out of it.
     *
     * @param queries reads a query
     * @throws org.elasticsearch.ElasticsearchParseException if something is missing or not allowed
     */
    static ProcessorOptions read(
            String tag, Map<String, Object> configuration, ScriptService scripts,
            NamedXContentRegistry queries) {
        return new Reader(tag, configuration, scripts, queries).read();
    }

    /** Reads one configuration. */
    private record Reader(
            String tag, Map<String, Object> configuration, ScriptService scripts,
            NamedXContentRegistry queries) {

        private ProcessorOptions read() {
            OnMatch onMatch = Objects.requireNonNullElse(
                    optional(OnMatch.PARAMETER), OnMatch.PARAMETER.defaultValue());
            boolean reroutes = onMatch == OnMatch.REROUTE;
            refuse(TARGET_FIELD, onMatch.admits(), onMatch);
            refuse(MAX_MATCHES.name(), onMatch.admits(), onMatch);
            refuse(DESTINATION, reroutes, onMatch);
            List<String> fields = fields();
            RequestBody.Values compared = compared();
            IgnoredTexts ignore = compared.get(IgnoredTexts.NAME, IgnoredTexts.NONE);
            return new ProcessorOptions(
                    fields,
                    template(INDEX, index()),
                    text(NEAR_FIELD, null),
                    optional(Parameters.MIN_SIMILARITY),
                    optional(Parameters.RECALL),
                    verify(ignore),
                    ignore,
                    new Counterparts(PeerOptions.of(compared), compared.get(FILTER)),
                    Objects.requireNonNullElse(
                            optional(Parameters.MIN_SHINGLES),
                            Parameters.MIN_SHINGLES.defaultValue()),
                    onMatch,
                    onMatch.admits()
                            ? template(TARGET_FIELD, targetField(fields))
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

        /** A text, or an array of texts. */
        private List<String> fields() {
            if (configuration.get(FIELD) instanceof List<?> == false) {
                return List.of(text(FIELD, null));
            }
            List<?> fields = (List<?>) configuration.remove(FIELD);
            boolean areNames = fields.stream().allMatch(
                    field -> field instanceof String name && name.isBlank() == false);
            if (fields.isEmpty() || areNames == false) {
                throw refusal(FIELD, "must be a field or an array of fields, got " + fields);
            }
            return fields.stream().map(String.class::cast).toList();
        }

        private Verify verify(IgnoredTexts ignore) {
            try {
                return ignore.verify(optional(Verify.PARAMETER));
            } catch (IllegalArgumentException e) {
                throw refusal(IgnoredTexts.NAME, e.getMessage());
            }
        }

        /** Reads what is written as in a request, one parameter after the other, so that an error names the right one. */
        private RequestBody.Values compared() {
            RequestBody.Values said = new RequestBody.Values();
            for (String name : List.of(
                    PeerOptions.SAME, PeerOptions.WITHIN, FILTER, IgnoredTexts.NAME)) {
                Object value = configuration.remove(name);
                if (value != null) {
                    said.addAll(read(name, value));
                }
            }
            return said;
        }

        private RequestBody.Values read(String name, Object value) {
            try (XContentParser parser = XContentHelper.mapToXContentParser(
                    XContentParserConfiguration.EMPTY
                            .withRegistry(queries)
                            .withDeprecationHandler(LoggingDeprecationHandler.INSTANCE),
                    Map.of(name, value))) {
                return COMPARED.read(parser, null);
            } catch (IllegalArgumentException | ElasticsearchException e) {
                throw refusal(name, (e.getCause() == null ? e : e.getCause()).getMessage());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
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
        private String targetField(List<String> fields) {
            String path = text(TARGET_FIELD, DEFAULT_TARGET_FIELD);
            if (IngestDocument.Metadata.isMetadata(path) || path.startsWith(INGEST)
                    || Stream.of(path.split("\\.", -1)).anyMatch(String::isBlank)) {
                throw refusal(TARGET_FIELD, "must be a field of the source, got [" + path + "]");
            }
            for (String field : fields) {
                if (isWithin(path, field) || isWithin(field, path)) {
                    throw refusal(
                            TARGET_FIELD,
                            "must be another field than [" + FIELD + "] [" + field + "], got ["
                                    + path + "]");
                }
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
