package org.nearduplicate.elasticsearch.request;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.CapturedChannel;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.Pages;

/** Which format an answer has; a page shows the request, and is bounded. */
public class AnswerFormatTests extends ESTestCase {

    private static final Map<String, String> HTML = Map.of("format", "html");

    public void testThePageShowsTheRequest() throws IOException {
        assertThat(described(HTML, "{\"a\" : [1, \"\\ud800\\u202e\"]}"),
                equalTo("{\"method\":\"POST\",\"uri\":\"/path\",\"body\":{\"a\":[1,\"\\uD800\\u202e\"]}}"));
        Map<String, String> source = new HashMap<>(HTML);
        source.putAll(Map.of("source", "{\"b\":2}", "source_content_type", "application/json"));
        assertThat(described(source, null),
                equalTo("{\"method\":\"POST\",\"uri\":\"/path\",\"body\":{\"b\":2}}"));
        assertThat(described(HTML, null), equalTo("{\"method\":\"POST\",\"uri\":\"/path\"}"));
    }

    /** The short values are enough to know what is asked. */
    public void testALongBodyIsNotShownWhole() throws IOException {
        String most = "{\"a\":\"" + "x".repeat((1 << 16) - 8) + "\"}";
        assertThat(described(HTML, most), containsString("\"body\":" + most));
        assertThat(described(HTML, "{\"field\":\"f\"," + most.substring(1)),
                equalTo("{\"method\":\"POST\",\"uri\":\"/path\",\"body\":{\"field\":\"f\"},\"left_out\":[\"a\"]}"));
    }

    public void testAPageIsBounded() throws IOException {
        String around = "{\"text\":\"\"}";
        String most = "x".repeat((1 << 25) - around.length());
        assertThat(send(request(HTML, null), most).status(), equalTo(RestStatus.OK));
        RestResponse refusal = send(request(HTML, null), most + "x");
        assertThat(refusal.status(), equalTo(RestStatus.BAD_REQUEST));
        assertThat(refusal.content().utf8ToString(), containsString(
                "[format] [html] shows at most [33554432] bytes of an answer, got more; [json] has no such limit"));
        // As the writer of fields of documents does.
        assertThat(
                send(request(HTML, null), "\u0001".repeat(1 << 23)).status(),
                equalTo(RestStatus.BAD_REQUEST));
        assertThat(send(request(Map.of(), null), most + "x").status(), equalTo(RestStatus.OK));
    }

    /** As for all of Elasticsearch, the parameter goes before the header. */
    public void testOtherFormats() throws IOException {
        for (String accept : List.of(
                "*/*", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "application/yaml")) {
            Map<String, String> expected = new HashMap<>(
                    Map.of("", accept.startsWith("application") ? accept : "application/json"));
            expected.put(" ", expected.get(""));
            for (String format : List.of("json", "yaml", "cbor", "smile")) {
                expected.put(format, "application/" + format);
            }
            expected.put("JSON", "application/json");
            expected.put("html", "text/html; charset=utf-8");
            for (Map.Entry<String, String> each : expected.entrySet()) {
                RestRequest request = request(Map.of("format", each.getKey()), null, accept);
                assertThat(each + " " + accept, send(request, "a").contentType(),
                        equalTo(each.getValue()));
            }
        }
        for (String wrong : List.of("HTML", "txt", "text")) {
            Exception refusal = expectThrows(
                    IllegalArgumentException.class,
                    () -> send(request(Map.of("format", wrong), null), ""));
            assertThat(
                    refusal.getMessage(),
                    equalTo(
                            "[format] must be one of [json, yaml, cbor, smile, html], got [" + wrong
                                    + "]"));
        }
    }

    private String described(Map<String, String> parameters, String body) throws IOException {
        RestResponse page = send(request(parameters, body), "");
        assertThat(page.contentType(), equalTo("text/html; charset=utf-8"));
        String described = Pages.data(page.content().utf8ToString(), "request");
        assertThat(described,
                matchesPattern(".*,\"time\":\"20\\d\\d-\\d\\d-\\d\\dT[\\d:]{8}Z\".*"));
        return described.replaceFirst(",\"time\":\"[^\"]*\"", "");
    }

    private static RestResponse send(RestRequest request, String text) throws IOException {
        CapturedChannel channel = new CapturedChannel(request);
        AnswerFormat.of(request, Page.CURVE).<Text>listener(channel).onResponse(new Text(text));
        // Open channels are remembered in this JVM, and later test clusters complain of them.
        request.getHttpChannel().close();
        return channel.capturedResponse();
    }

    private RestRequest request(Map<String, String> parameters, String body) {
        return request(parameters, body, "*/*");
    }

    private RestRequest request(Map<String, String> parameters, String body, String accept) {
        FakeRestRequest.Builder builder = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(RestRequest.Method.POST)
                .withPath("/path")
                .withHeaders(new HashMap<>(Map.of("Accept", List.of(accept))))
                .withParams(new HashMap<>(parameters));
        if (body != null) {
            builder.withContent(new BytesArray(body), XContentType.JSON);
        }
        return builder.build();
    }

    /** An answer of one text. */
    private static final class Text extends LocalResponse {

        private final String text;

        Text(String text) {
            this.text = text;
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
            DocumentField field = new DocumentField("text", List.of(text));
            builder.startObject();
            if (text.startsWith("\u0001")) {
                field.getValidValuesWriter().toXContent(builder, params);
            } else {
                builder.field("text", text);
            }
            return builder.endObject();
        }
    }
}
