package org.nearduplicate.integration;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.nearduplicate.page.Pages;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/**
 * A page that was answered.
 *
 * @param html as it came
 */
record ShownPage(String html) {

    /** Asks for a page, for the usual field unless the body names one. */
    static ShownPage post(RestCalls rest, String path, Map<String, ?> body) throws IOException {
        String json = Json.of(TestIndex.withField(body));
        return new ShownPage(rest.call("POST", path + "?format=html", json).ok().text());
    }

    /** Asks as a link does, with the body in the address. */
    static ShownPage get(RestCalls rest, String path, Map<String, ?> body) throws IOException {
        String source = URLEncoder.encode(
                Json.of(TestIndex.withField(body)), StandardCharsets.UTF_8);
        return new ShownPage(
                rest.call(
                        "GET",
                        path + "?format=html&source_content_type=application/json&source=" + source)
                        .ok().text());
    }

    /** The answer that it shows. */
    Answer answer() {
        return data("answer");
    }

    /** What it says that was asked. */
    Answer request() {
        return data("request");
    }

    /** All but what scripts are, which every page of a kind has in common. */
    String frame() {
        return html.replaceAll("(?s)(<script[^>]*>).*?(?=</script[\\s/>])", "$1");
    }

    /** An answer but for what is another one whenever the same is asked. */
    static Map<String, Object> findings(Answer answer) throws IOException {
        Map<String, Object> findings = answer.ok().body();
        findings.remove("took");
        return findings;
    }

    private Answer data(String id) {
        return new Answer(200, Pages.data(html, id), List.of());
    }
}
