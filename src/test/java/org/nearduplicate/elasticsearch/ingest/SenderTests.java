package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.test.ESTestCase;

/** Senders are told apart by what security says of them, and nothing of that is kept. */
public class SenderTests extends ESTestCase {

    public void testCredentials() {
        Sender me = sender(Map.of("Authorization", "ApiKey me", "realm", "native"));
        assertThat(
                sender(Map.of("realm", "native", "Authorization", "ApiKey me")), equalTo(me));
        assertThat(
                sender(Map.of("Authorization", "ApiKey you", "realm", "native")),
                not(equalTo(me)));
        assertThat(sender(Map.of("Authorization", "ApiKey me")), not(equalTo(me)));
        assertThat(me.toString(), not(containsString("ApiKey")));
    }

    /** Names and values are not run together. */
    public void testWhereANameEnds() {
        assertThat(sender(Map.of("ab", "c")), not(equalTo(sender(Map.of("a", "bc")))));
    }

    public void testWhatOnlyNamesTheRequest() {
        assertThat(
                sender(Map.of("user", "me", Task.X_OPAQUE_ID_HTTP_HEADER, "7")),
                equalTo(sender(Map.of("user", "me"))));
    }

    private static Sender sender(Map<String, String> headers) {
        ThreadContext context = new ThreadContext(Settings.EMPTY);
        context.putHeader(headers);
        return Sender.of(context);
    }
}
