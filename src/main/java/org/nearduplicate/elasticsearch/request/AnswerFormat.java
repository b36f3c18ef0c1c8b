package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestResponseListener;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.page.Page;

/**
 * The parameter {@code format} of requests whose answer is a page too. As everywhere in Elasticsearch it
 * goes before a header {@code Accept}.
 */
public enum AnswerFormat {

    /** What Elasticsearch writes by itself: JSON, or what else the request asks for. */
    XCONTENT,

    /** A page that needs no other. */
    HTML;

    /** The name of the parameter. */
    public static final String NAME = "format";

    /** How a page is asked for. */
    public static final String PAGE = "html";

    private static final String CONTENT_TYPE = "text/html; charset=utf-8";

    /**
     * Returns what a request asks for; a blank is taken for none.
     *
     * @param request the request
     * @return the format of its answer
     * @throws IllegalArgumentException if there is no such format, or two are said
     */
    public static AnswerFormat of(RestRequest request) {
        UrlParameters.requireOnce(request, NAME);
        String format = request.param(NAME);
        if (PAGE.equals(format)) {
            return HTML;
        }
        if (Strings.hasText(format) && XContentType.fromFormat(format) == null) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] must be one of [json, yaml, cbor, smile, " + PAGE + "], got ["
                            + format + "]");
        }
        return XCONTENT;
    }

    /**
     * Returns what sends an answer in this format.
     *
     * @param page the page of the answer
     * @param channel where it is sent
     */
    public <T extends ToXContentObject> ActionListener<T> listener(Page page, RestChannel channel) {
        if (this == XCONTENT) {
            return new RestToXContentListener<>(channel);
        }
        return new RestResponseListener<>(channel) {
            @Override
            public RestResponse buildResponse(T answer) throws IOException {
                String json = XContentHelper.toXContent(answer, XContentType.JSON, false)
                        .utf8ToString();
                return new RestResponse(RestStatus.OK, CONTENT_TYPE, page.html(json));
            }
        };
    }
}
