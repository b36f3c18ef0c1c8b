package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.shards.SessionNodeTestCase;

/** Tests that sample or tune on a node. */
public abstract class TuneNodeTestCase extends SessionNodeTestCase {

    static final String QUERY_PHASE = "indices:data/read/search[phase/query]";

    /** A text and no {@code minhash} field. */
    static final String TEXT_MAPPING =
            """
                    {"properties": {"body": {"type": "text"}, "tag": {"type": "keyword"}}}""";

    /**
     * Forty-two bands of three rows miss a pair of 0.95 with a probability below 10⁻³⁰. Strangers that agree in two of them by
     * accident do not look similar by eight bits.
     */
    static final String NEAR_MAPPING =
            """
                    {"properties": {
                      "body": {"type": "text", "fields": {
                        "near": {"type": "minhash", "similarity": 0.8, "bands": 42, "rows": 3, "signature_bits": 8}
                      }},
                      "tag": {"type": "keyword"}
                    }}""";

    /** Returns the sample for parameters as JSON, without those of all requests. */
    Sample sample(String parameters, String... indices) {
        return sample(client(), 10_000, parameters, indices);
    }

    Sample sample(Client client, int maxHits, String parameters, String... indices) {
        try (BreakerAccount account = new BreakerAccount(requestBreaker(), "test")) {
            return sample(
                    client, maxHits, new TuneMonitor(TuneRequests.task(), account), parameters,
                    indices);
        }
    }

    static Sample sample(
            Client client, int maxHits, TuneMonitor monitor, String parameters, String... indices) {
        LocalRequest<TuneParameters> request = TuneRequests.request(parameters, indices);
        RunSearches searches = new RunSearches(client, request, monitor, false);
        return new Sampler(
                searches, request.parameters(),
                Sampler.minHashFields(searches, TuneRequests.FIELD),
                maxHits, monitor)
                .sample();
    }

    /** Returns the first texts of the documents of a sample, in their order. */
    static List<String> texts(Sample sample) {
        return sample.texts().stream().map(List::getFirst).toList();
    }

    /** Returns documents with random texts, named by numbers from 0, tagged even and odd. */
    static Map<String, Map<String, Object>> documents(int count) {
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            documents.put("" + i, document(Texts.random(), i % 2 == 0 ? "even" : "odd"));
        }
        return documents;
    }

    static Map<String, Object> document(Object body, String tag) {
        return Map.of("body", body, "tag", tag);
    }

    static List<Object> bodies(Map<String, Map<String, Object>> documents) {
        return documents.values().stream().map(each -> each.get("body")).toList();
    }

    /** Returns the answer. */
    Map<String, Object> tune(String parameters, String... indices) {
        TuneResponse response = client()
                .execute(TransportTuneAction.TYPE, TuneRequests.request(parameters, indices))
                .actionGet(Waits.LIMIT);
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(response), false);
    }

    /** Asserts that a request is refused with a status, and that it says why. */
    void assertFails(RestStatus status, String reason, String parameters, String... indices) {
        Exception failure = expectThrows(Exception.class, () -> tune(parameters, indices));
        assertThat(failure.toString(), ExceptionsHelper.status(failure), equalTo(status));
        assertThat(ExceptionsHelper.stackTrace(failure), containsString(reason));
    }

    static <T> T at(Map<String, Object> answer, String path) {
        return ObjectPath.eval(path, answer);
    }
}
