package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.XContentType;

/** The parameter {@code format} of requests whose answer has a format of its own. */
public final class AnswerFormat {

    /** Its name. */
    public static final String NAME = "format";

    private AnswerFormat() {}

    /**
     * Returns whether a request asks for the format that only its answer has. Every other is for the
     * channel to write, which takes a blank for none.
     *
     * @param request the request
     * @param own the format
     * @return whether it is asked for
     * @throws IllegalArgumentException if neither this format nor one of Elasticsearch is
     */
    public static boolean is(String own, RestRequest request) {
        String format = request.param(NAME);
        if (own.equals(format)) {
            return true;
        }
        if (Strings.hasText(format) && XContentType.fromFormat(format) == null) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] must be one of [json, yaml, cbor, smile, " + own + "], got ["
                            + format + "]");
        }
        return false;
    }
}
