package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomNonNegativeLong;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.groups.request.Method;

/** Requests, tasks and their status. */
final class RandomGroups {

    private RandomGroups() {}

    /** Returns parameters with defaults, but for the field {@code f} and a destination or null. */
    static GroupsParameters parameters(String dest) {
        return new GroupsParameters(
                "f", false, null, null, new MatchAllQueryBuilder(), Method.STAR,
                KeepBy.DEFAULT, 2, 1_000, 100, 1_000, false, 10_000, List.of(), dest);
    }

    static LocalRequest<GroupsParameters> request(String dest, String... indices) {
        return request(parameters(dest), IndicesOptions.strictExpandOpen(), false, indices);
    }

    static LocalRequest<GroupsParameters> request(
            GroupsParameters parameters, IndicesOptions options, boolean keepsResult,
            String... indices) {
        return new LocalRequest<>(
                indices, options, parameters, parameters.describe(), GroupsStatus.START,
                keepsResult, 0);
    }

    static ProgressTask<GroupsStatus> task() {
        return new ProgressTask<>(
                7, "transport", TransportGroupsAction.NAME, "", TaskId.EMPTY_TASK_ID, Map.of(),
                GroupsStatus.START);
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
