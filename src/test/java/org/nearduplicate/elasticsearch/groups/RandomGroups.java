package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomNonNegativeLong;

import java.io.IOException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.elasticsearch.request.LocalRequest;
/** Requests, and the status of their tasks. */
final class RandomGroups {

    private RandomGroups() {}

    /**
     * Reads parameters.
     *
     * @param json the parameters but the field, which is {@code body}; may be empty
     */
    static GroupsParameters parameters(NamedXContentRegistry registry, String json) {
        String body = "{\"field\": \"body\"" + (json.isEmpty() ? "" : ", ") + json + "}";
        try {
            return GroupsParameters.parse(Requests.of(registry, body));
        } catch (IOException e) {
            throw new AssertionError(body, e);
        }
    }

    /** Returns parameters that name nothing but the field {@code body}, and a destination or null. */
    static GroupsParameters parameters(String dest) {
        return parameters(
                NamedXContentRegistry.EMPTY,
                dest == null ? "" : "\"dest\": {\"index\": \"" + dest + "\"}");
    }

    static LocalRequest<GroupsParameters> request(GroupsParameters parameters, String... indices) {
        return new LocalRequest<>(
                indices, IndicesOptions.strictExpandOpenAndForbidClosed(), parameters,
                parameters.describe(), GroupsStatus.START, false, 0);
    }

    static GroupsStatus status() {
        return new GroupsStatus(
                randomFrom(GroupsStatus.Phase.values()),
                count(), count(), randomFrom(0.0, 0.3, 1.0),
                randomNonNegativeLong(), randomNonNegativeLong(),
                randomNonNegativeLong(), randomFrom(0.0, 0.3, 1.0),
                randomNonNegativeLong());
    }

    private static int count() {
        return randomFrom(0, between(1, 1000), Integer.MAX_VALUE);
    }
}
