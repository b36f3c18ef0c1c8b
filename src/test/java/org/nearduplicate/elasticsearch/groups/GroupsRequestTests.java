package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.RandomFields;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;

/** What a request knows of itself, before it finds an index. */
public class GroupsRequestTests extends ESTestCase {

    public void testDestinationThatIsRead() {
        for (String pattern : List.of("_all", "*", "news*", "*s", "n*w*")) {
            assertDestinationIsRefused(
                    "; a pattern can leave it out, as in [other," + pattern.replace("_all", "*")
                            + ",-news*]",
                    "other", pattern);
        }
        assertDestinationIsRefused("", "other", "news");
    }

    public void testDestinationThatIsNotRead() {
        for (String pattern : List.of("new", "news-*", "?ews", "NEWS", "-news", "n",
                "newsletter")) {
            RandomGroups.parameters("news").requireOtherDestination("other", pattern);
        }
    }

    public void testDestinationThatIsExcluded() {
        assertDestinationIsRefused(
                "; a pattern can leave it out, as in [n*,-new,-news*]", "n*", "-new");
        RandomGroups.parameters("news").requireOtherDestination("n*", "-news*");
        assertDestinationIsRefused(
                "; a pattern can leave it out, as in [n*,-news-*,-news*]", "n*", "-news-*");
        RandomGroups.parameters("news").requireOtherDestination("_all", "-ne*");
        assertDestinationIsRefused(
                "; a pattern can leave it out, as in [-news*,n*,-news*]", "-news*", "n*");
        assertDestinationIsRefused(
                "; a pattern can leave it out, as in [n*,-news,-news*]", "n*", "-news");
        assertDestinationIsRefused("", "*", "-news*", "news");
    }

    private static void assertDestinationIsRefused(String cure, String... target) {
        IllegalArgumentException refusal = expectThrows(
                IllegalArgumentException.class,
                () -> RandomGroups.parameters("news").requireOtherDestination(target));
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "[dest] must not be an index whose groups are asked for, got [news] in "
                                + Arrays.toString(target) + cure));
    }

    /** Security replaces patterns by the indices that a user may read. */
    public void testIndicesCanBeReplaced() {
        LocalRequest<GroupsParameters> request = RandomGroups.request("news", "n*");
        request.indices("november");
        assertThat(request.indices(), equalTo(new String[] {"november"}));
        assertThat(request.search().indices(), equalTo(new String[] {"november"}));
        assertNull(request.validate());
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
        LocalRequest<GroupsParameters> request = RandomGroups.request(
                RandomGroups.parameters(null), IndicesOptions.lenientExpandOpen(), store, "a");
        assertThat(request.keepsResult(), equalTo(store));
        assertThat(request.indicesOptions(), equalTo(IndicesOptions.lenientExpandOpen()));
        assertTrue(request.includeDataStreams());
    }

    /** Of several mappings the highest recall counts, for which fewer rows are taken. */
    private static FieldDescriptions described(
            Banding banding, double similarity, double... recalls) {
        Scheme scheme = RandomFields.scheme(banding);
        return new FieldDescriptions(
                Arrays.stream(recalls)
                        .mapToObj(
                                recall -> new FieldDescriptions.OfShard(
                                        "i",
                                        new FieldDescription(scheme, similarity, recall, null)))
                        .toList());
    }

    public void testOptionsOfTheJob() {
        GroupsParameters parameters = new GroupsParameters(
                "f", true, 0.7, Verify.EXACT, RandomGroups.parameters(null).query(),
                Method.COMPONENTS,
                new KeepBy(Keep.LOWEST, "rank"), 3, 4, 5, 6, true, 7, List.of(), "target");
        FieldDescriptions described = described(new Banding(12, 6), 0.9, 0.99, 0.95);
        GroupsOptions options = parameters.options(described, Verify.SIGNATURE);
        assertThat(
                options,
                equalTo(
                        new GroupsOptions(
                                0.7, 3, Verify.SIGNATURE, Method.COMPONENTS, Keep.LOWEST, 3, 4,
                                true)));
        assertThat(
                RandomGroups.parameters(null)
                        .options(described, Verify.EXACT)
                        .minSimilarity(),
                equalTo(0.9));
        Map<String, Object> kept = parameters.toMap(0.75, Verify.SIGNATURE);
        assertThat(kept.remove("query").toString().contains("match_all"), equalTo(true));
        assertThat(
                kept,
                equalTo(
                        Map.of(
                                "field", "f",
                                "ignore_unmapped", true,
                                "min_similarity", 0.75,
                                "verify", "signature",
                                "method", "components",
                                "keep", Map.of("by", "field", "field", "rank", "order", "asc"),
                                "min_group_size", 3,
                                "max_bucket_texts", 4)));
    }
}
