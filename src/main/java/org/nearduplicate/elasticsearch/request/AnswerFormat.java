package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStream;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestResponseListener;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.page.Page;

/**
 * How a request whose answer is a page too wants it, by its parameter {@code format}. As everywhere in
 * Elasticsearch that goes before a header {@code Accept}. Immutable.
 */
public final class AnswerFormat {

    private static final String NAME = "format";
    private static final String HTML = "html";
    private static final String CONTENT_TYPE = "text/html; charset=utf-8";

    /** What a page shows, and what a browser opens with ease, in bytes. */
    private static final int MAX_ANSWER = 1 << 25;

    /** A longer body, in bytes, is not shown whole: values of more characters are left out. */
    private static final int MAX_BODY = 1 << 16;
    private static final int MAX_VALUE = 1_000;

    private final Page page;
    private final String request;

    private AnswerFormat(Page page, String request) {
        this.page = page;
        this.request = request;
    }

    /**
     * Returns the format of a request; a blank is no format.
     *
     * @param request the request, whose body was read
     * @throws IllegalArgumentException if there is no such format, or two are given
     */
    public static AnswerFormat of(RestRequest request, Page page) throws IOException {
        RequestBody.requireOnce(request, NAME);
        String format = request.param(NAME);
        if (HTML.equals(format)) {
            return new AnswerFormat(page, describe(request));
        }
        if (Strings.hasText(format) && XContentType.fromFormat(format) == null) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] must be one of [json, yaml, cbor, smile, " + HTML + "], got ["
                            + format + "]");
        }
        return new AnswerFormat(null, null);
    }

    /** Returns whether the answer is a page. */
    public boolean isPage() {
        return page != null;
    }

    /**
     * Checks that the answer, which a task keeps, is no page.
     *
     * @throws IllegalArgumentException if it is
     */
    void requireNoPage() {
        if (isPage()) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] [" + HTML + "] needs [" + RunRestAction.WAIT
                            + "] [true], got [false]: a task keeps its answer as JSON");
        }
    }

    /** Returns what sends an answer in this format. */
    public <T extends ToXContentObject> ActionListener<T> listener(RestChannel channel) {
        return listener(channel, RestToXContentListener::new);
    }

    /**
     * Returns what sends an answer in this format.
     *
     * @param other sends one that is no page
     */
    public <T extends ToXContentObject> ActionListener<T> listener(
            RestChannel channel, Function<RestChannel, ActionListener<T>> other) {
        if (isPage() == false) {
            return other.apply(channel);
        }
        return new RestResponseListener<>(channel) {
            @Override
            public RestResponse buildResponse(T answer) throws IOException {
                BytesReference json = write(answer);
                BytesStream out = channel.bytesOutput();
                page.write(request, json.streamInput(), out);
                return new RestResponse(RestStatus.OK, CONTENT_TYPE, out.bytes());
            }
        };
    }

    private static BytesReference write(ToXContentObject answer) throws IOException {
        try (BoundedOutput json = new BoundedOutput();
                XContentBuilder builder = new XContentBuilder(JsonXContent.jsonXContent, json)) {
            answer.toXContent(builder, ToXContent.EMPTY_PARAMS);
            builder.flush();
            json.requireAll();
            return json.bytes();
        }
    }

    /** Returns the request as JSON; of a long body the short values, and the names of the others. */
    private static String describe(RestRequest request) throws IOException {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("method", request.method());
        described.put("uri", request.uri());
        described.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        request.withContentOrSourceParamParserOrNull(parser -> {
            if (parser != null) {
                Map<String, Object> body = parser.mapOrdered();
                described.put("body", body);
                if (request.contentLength() > MAX_BODY) {
                    described.put("left_out", removeLong(body));
                }
            }
        });
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            return Strings.toString(builder.map(described));
        }
    }

    private static List<String> removeLong(Map<String, Object> body) {
        List<String> names = body.entrySet().stream()
                .filter(each -> String.valueOf(each.getValue()).length() > MAX_VALUE)
                .map(Map.Entry::getKey)
                .toList();
        names.forEach(body::remove);
        return names;
    }

    /** The bytes of an answer, as many as a page shows. A writer of values may catch exceptions, so none is thrown. */
    private static final class BoundedOutput extends BytesStreamOutput {

        private boolean isCut;

        @Override
        public void writeByte(byte b) {
            if (hasRoom(1)) {
                super.writeByte(b);
            }
        }

        @Override
        public void writeBytes(byte[] bytes, int from, int length) {
            if (hasRoom(length)) {
                super.writeBytes(bytes, from, length);
            }
        }

        private boolean hasRoom(int length) {
            isCut |= size() + length > MAX_ANSWER;
            return isCut == false;
        }

        void requireAll() {
            if (isCut) {
                throw new IllegalArgumentException(
                        "[" + NAME + "] [" + HTML + "] shows at most [" + MAX_ANSWER
                                + "] bytes of an answer, got more; [json] has no such limit");
            }
        }
    }
}
