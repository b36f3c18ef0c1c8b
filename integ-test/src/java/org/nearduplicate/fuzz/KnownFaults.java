package org.nearduplicate.fuzz;

import java.util.List;
import java.util.regex.Pattern;
import org.nearduplicate.mutation.RequestText;

/**
 * What Elasticsearch 9.5.4 does wrong without the plugin too, each as narrow as it can be described, with a
 * request that shows it.
 */
final class KnownFaults {

    /**
     * @param path how the path of the request begins
     * @param parts what the answer has
     */
    private record Fault(String path, List<String> parts) {

        private Fault(String path, String... parts) {
            this(path, List.of(parts));
        }
    }

    private static final List<Fault> FAULTS = List.of(
            // PUT /an-index/_settings {"index.number_of_replicas":{"a":[{"b":1}]}}
            new Fault("", "settings_exception", "only value lists are allowed in serialized"),
            // PUT /an-index {"settings":{"analysis":{"analyzer":{"a":1}}}}
            new Fault("", "settings_exception", "Failed to get setting group for [index.analysis."),
            // PUT /_cluster/settings {"persistent":null}, or 1 in place of null
            new Fault("/_cluster/settings", "settings_exception", "Failed to load settings from"),
            new Fault("/_cluster/settings", "class_cast_exception", "java.util.Map"),
            // PUT /an-index {"mappings":{"dynamic_templates":[1]}}
            new Fault("", "mapper_parsing_exception", "class_cast_exception", "java.util.Map"),
            new Fault("", "mapper_parsing_exception", "null_pointer_exception", "tmpl", "is null"),
            // POST /_search of SMILE or CBOR that ends within a name: there is no token to look at.
            new Fault("", "XContentParser$Token.isValue()", "token", "is null"),
            new Fault("", "XContentParser$Token.ordinal()", "currentToken", "is null"),
            // PUT /fz-logs {"settings":{"index.mode":"logsdb"},
            // "mappings":{"properties":{"@timestamp":{"type":{}}}}}
            new Fault("/fz-logs", "class_cast_exception",
                    "cannot be cast to class java.lang.String"),
            // POST /_bulk?timeout=0 of a document that needs a new mapping
            new Fault("", "mapper_exception", "timed out while waiting for a dynamic mapping"),
            // POST /_search {"collapse":{"field":"a","inner_hits":{"name":"\\ud800"}}}: no parser reads that name back.
            new Fault("", "\"inner_hits\":{\"", "\\uD"),
            // POST /_msearch {"index":[null]}
            new Fault("/_msearch", "null_pointer_exception", "index must not be null"));

    private static final Pattern LONE_SURROGATE = Pattern.compile("\\\\u[dD][89a-fA-F]");
    private static final Pattern BINARY = Pattern.compile("cbor|smile");
    private static final Pattern BROKEN_PARAMETER =
            Pattern.compile("\\?.*%(?![0-9a-fA-F]{2})");

    private KnownFaults() {}

    /** Whether an answer is one of them. */
    static boolean has(RequestText request, HttpAnswer answer) {
        String text = answer.text().replaceAll("\\\\?\\s+\\\\?", " ");
        return FAULTS.stream().anyMatch(
                fault -> request.path().startsWith(fault.path())
                        && fault.parts().stream().allMatch(text::contains));
    }

    /**
     * Whether there is no answer. POST /_search?format=cbor {"\\ud800":1}: the message cannot be written as
     * CBOR, which is logged, and nothing is sent.
     */
    static boolean unanswered(RequestText request) {
        return BINARY.matcher(request.path()).find()
                && LONE_SURROGATE.matcher(request.text()).find();
    }

    /**
     * Whether the connection may be closed instead of an answer: the parsers of CBOR and SMILE look beyond
     * the end of their buffer where a length is wrong. And POST /_search?a=%zz of the type [json], which is none:
     * while the one fault is answered, the other is met.
     */
    static boolean mayClose(RequestText request) {
        return BINARY.matcher(request.type()).find()
                || request.type().contains("/") == false
                        && BROKEN_PARAMETER.matcher(request.path()).find();
    }
}
