package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.ProgressTask;

/** Requests and tasks. */
final class TuneRequests {

    static final String FIELD = "body";

    private static final NamedXContentRegistry QUERIES =
            new NamedXContentRegistry(
                    new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());

    private TuneRequests() {}

    /** Returns the parameters that JSON says for {@link #FIELD}, unless it says another. */
    static TuneParameters parameters(String json) {
        String field = json.contains("\"field\"") ? "" : "\"field\": \"" + FIELD + "\"";
        String comma = field.isEmpty() || json.isEmpty() ? "" : ", ";
        String body = "{" + field + comma + json + "}";
        try {
            return TuneParameters.of(Requests.of(QUERIES, body));
        } catch (IOException e) {
            throw new AssertionError(body, e);
        }
    }

    static LocalRequest<TuneParameters> request(String json, String... indices) {
        return request(
                parameters(json), IndicesOptions.strictExpandOpenAndForbidClosed(), false, indices);
    }

    static LocalRequest<TuneParameters> request(
            TuneParameters parameters, IndicesOptions options, boolean keepsResult,
            String... indices) {
        return new LocalRequest<>(
                indices, options, parameters, parameters.describe(), TuneStatus.START, keepsResult,
                0);
    }

    static ProgressTask<TuneStatus> task() {
        return new ProgressTask<>(
                7, "transport", TransportTuneAction.NAME, "", TaskId.EMPTY_TASK_ID, Map.of(),
                TuneStatus.START);
    }
}
