package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.groups.GroupsOptions;
import org.nearduplicate.groups.Keep;
import org.nearduplicate.groups.Method;
import org.nearduplicate.lucene.Verify;

/** What a request knows of itself, before it finds an index. */
public class GroupsRequestTests extends ESTestCase {

    public void testDestinationThatIsRead() {
        for (String pattern : List.of("_all", "*", "news*", "*s", "n*w*")) {
            assertRefused(
                    pattern,
                    "; a pattern can leave it out, as in [other," + pattern.replace("_all", "*")
                            + ",-news]");
        }
        assertRefused("news", "");
    }

    private static void assertRefused(String pattern, String cure) {
        ActionRequestValidationException refusal =
                RandomGroups.request("news", "other", pattern).validate();
        assertNotNull(pattern, refusal);
        assertThat(
                refusal.validationErrors(),
                equalTo(
                        List.of(
                                "[dest] must not be an index whose groups are asked for, got"
                                        + " [news] in [other, " + pattern + "]" + cure)));
    }

    public void testDestinationThatIsNotRead() {
        for (String pattern : List.of("new", "news-*", "?ews", "NEWS", "-news", "n",
                "newsletter")) {
            assertThat(
                    pattern, RandomGroups.request("news", "other", pattern).validate(),
                    nullValue());
        }
        assertThat(RandomGroups.request(null, "_all", "*").validate(), nullValue());
    }

    public void testDestinationThatIsExcluded() {
        assertThat(RandomGroups.request("news", "n*", "-new").validate(), notNullValue());
        assertThat(RandomGroups.request("news", "n*", "-news").validate(), nullValue());
        assertThat(RandomGroups.request("news", "_all", "-ne*").validate(), nullValue());
        assertThat(RandomGroups.request("news", "-news", "n*").validate(), notNullValue());
        assertThat(RandomGroups.request("news", "*", "-news", "news").validate(), notNullValue());
    }

    /** Security replaces patterns by the indices that a user may read; the rule is about patterns. */
    public void testDestinationIsComparedWithWhatTheUserWrote() {
        GroupsRequest request = RandomGroups.request("news", "n*");
        request.indices("november");
        assertThat(request.indices(), equalTo(new String[] {"november"}));
        assertNotNull(request.validate());
    }

    public void testDescription() {
        assertThat(
                RandomGroups.request(null, "a", "b-*").getDescription(),
                equalTo("near duplicates of [f] in [a, b-*]"));
    }

    public void testTask() {
        Task task = RandomGroups.request(null, "a")
                .createTask(3, "transport", "action", TaskId.EMPTY_TASK_ID, Map.of());
        assertThat(task, instanceOf(CancellableTask.class));
        assertThat(task.getDescription(), equalTo("near duplicates of [f] in [a]"));
        assertThat(task.getStatus(), equalTo(GroupsStatus.START));
    }

    public void testResultIsStoredIfAskedFor() {
        boolean store = randomBoolean();
        GroupsRequest request = new GroupsRequest(
                new String[] {"a"}, IndicesOptions.lenientExpandOpen(),
                RandomGroups.parameters(null), store);
        assertThat(request.keepsResult(), equalTo(store));
        assertThat(request.indicesOptions(), equalTo(IndicesOptions.lenientExpandOpen()));
        assertTrue(request.includeDataStreams());
    }

    public void testOptionsOfTheJob() {
        GroupsParameters parameters = new GroupsParameters(
                "f", true, 0.7, Verify.EXACT, RandomGroups.parameters(null).query(),
                Method.COMPONENTS,
                new KeepBy(Keep.LOWEST, "rank"), 3, 4, 5, 6, true, 7, "target");
        GroupsOptions options = parameters.options(() -> 0.9);
        assertThat(
                options,
                equalTo(
                        new GroupsOptions(
                                0.7, Verify.EXACT, Method.COMPONENTS, Keep.LOWEST, 3, 4, true)));
        assertThat(
                RandomGroups.parameters(null).options(() -> 0.9).minSimilarity(), equalTo(0.9));
        Map<String, Object> kept = parameters.toMap(0.75);
        assertThat(kept.remove("query").toString().contains("match_all"), equalTo(true));
        assertThat(
                kept,
                equalTo(
                        Map.of(
                                "field", "f",
                                "ignore_unmapped", true,
                                "min_similarity", 0.75,
                                "verify", "exact",
                                "method", "components",
                                "keep", Map.of("by", "field", "field", "rank", "order", "asc"),
                                "min_group_size", 3,
                                "max_bucket_texts", 4)));
    }
}
