package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.RandomFields;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;

/** The parameters of a request as JSON: their defaults, what is refused, and what a run makes of them. */
public class GroupsParametersTests extends ESTestCase {

    private static final String EVERYTHING =
            """
                    "ignore_unmapped": true, "min_similarity": 0.75, "verify": "exact", "method": "components",
                    "query": {"term": {"tag": "a"}},
                    "keep": {"by": "field", "field": "rank", "order": "desc"},
                    "min_group_size": 3, "max_bucket_texts": 50, "size": 7, "max_members": 8,
                    "ignore": ["a b", "c"], "pairs": true, "max_pairs": 9, "fields": ["a", {"field": "b*", "format": "yyyy"}], "dest": {"index": "target"}
                    """;

    private static final String DEST_IS_AN_OBJECT =
            "[dest] must be an object such as {\"index\": \"news-groups\"}, ";
    private static final String HALF_A_PAIR =
            "[dest.index] must be the name of an index, got half of a surrogate pair in [";
    private static final String ONE_OF_FIELDS =
            "[fields] must be an array of names of fields, got one of ";

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(
                new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());
    }

    public void testFieldIsEnough() throws IOException {
        assertThat(
                parse("{\"field\": \"f\"}"),
                equalTo(
                        new GroupsParameters(
                                "f", false, null, null, IgnoredTexts.NONE,
                                new MatchAllQueryBuilder(),
                                Method.STAR, new KeepBy(Keep.LONGEST, null), PeerOptions.NONE, 1, 2,
                                1_000, 100, 1_000,
                                false, 10_000, List.of(), null)));
    }

    public void testEverything() throws IOException {
        assertThat(
                parse("{\"field\": \"f\", " + EVERYTHING + "}"),
                equalTo(
                        new GroupsParameters(
                                "f", true, 0.75, Verify.EXACT,
                                new IgnoredTexts(List.of("a b", "c")),
                                new TermQueryBuilder("tag", "a"),
                                Method.COMPONENTS, new KeepBy(Keep.HIGHEST, "rank"),
                                PeerOptions.NONE, 1, 3, 50, 7, 8,
                                true, 9, List.of(new FieldAndFormat("a", null),
                                        new FieldAndFormat("b*", "yyyy")),
                                "target")));
    }

    public void testNumbersMayBeTexts() throws IOException {
        GroupsParameters parameters = parse(
                "{\"field\": \"f\", \"min_similarity\": \"0.75\", \"size\": \"10\"}");
        assertThat(parameters.minSimilarity(), equalTo(0.75));
        assertThat(parameters.size(), equalTo(10));
    }

    public void testKeep() throws IOException {
        String byField = withField("keep", "{\"by\": \"field\", \"field\": \"rank\"}");
        assertThat(
                parse(byField).keepBy().toMap(),
                equalTo(Map.of("by", "field", "field", "rank", "order", "asc")));
        assertThat(
                parse(withField("keep", "{\"by\": \"longest\"}")).keepBy().toMap(),
                equalTo(Map.of("by", "longest")));
        Map.of(
                "{\"by\": \"longest\", \"order\": \"desc\"}",
                "[keep.field] and [keep.order] need [keep.by] [field], got [longest]",
                "{\"by\": null}", "[keep.by] must be one of [longest, field], got [null]",
                "{\"by\": \"field\", \"field\": \"rank\", \"order\": null}",
                "[keep.order] must be one of [asc, desc], got [null]",
                "{\"by\": \"field\", \"field\": 7}", "[keep.field] must be a text, got [7]")
                .forEach((wrong, message) -> assertRefused(withField("keep", wrong), message));
    }

    public void testWhatIsRefused() {
        for (String[] wrong : new String[][] {
                {"field", "\"g\"", "Duplicate field 'field'"},
                {"query", "null", "[query] must be a query, an object, got [null]"},
                {"query", "[]", "[query] must be a query, an object, got [START_ARRAY]"},
                {"pairs", "\"yes\"", "[pairs] must be [true] or [false], got [yes]"},
                {"pairs", "null", "[pairs] must be [true] or [false], got [null]"},
                {"ignore_unmapped", "1", "[ignore_unmapped] must be [true] or [false], got [1]"},
                {"ignore_unmapped", "[true]",
                        "[ignore_unmapped] must be [true] or [false], got [START_ARRAY]"},
                {"keep", "\"oldest\"",
                        "[keep] must be an object, {\"by\": \"longest\"} or {\"by\": \"field\", \"field\": \"published\","
                                + " \"order\": \"asc\"} for the oldest, got [oldest]"},
                {"dest", "\"old\"", DEST_IS_AN_OBJECT + "got [old]"},
                {"dest", "7", DEST_IS_AN_OBJECT + "got [7]"},
                {"dest", "null", DEST_IS_AN_OBJECT + "got [null]"},
                {"dest", "[\"old\"]", DEST_IS_AN_OBJECT + "got [START_ARRAY]"},
                {"dest", "{}", "[dest.index] must be the name of an index, got"},
                {"dest", "{\"index\": \"\"}", "[dest.index] must be the name of an index, got []"},
                {"dest", "{\"name\": \"a\"}", "[dest] unknown field [name]"},
                {"dest", "{\"index\": \"\\ud800\"}", HALF_A_PAIR},
                {"dest", "{\"index\": \"a\\udc00\"}", HALF_A_PAIR},
                {"dest", "{\"index\": \"\\udc00\\ud800\"}", HALF_A_PAIR},
                {"fields", "true", "[fields] must be an array of names of fields, got [true]"},
                {"fields", "\"title\"",
                        "[fields] must be an array of names of fields, got [title]"},
                {"fields", "{}",
                        "[fields] must be an array of names of fields, got [START_OBJECT]"},
                {"fields", "[null]", ONE_OF_FIELDS + "[null]"},
                {"fields", "[\"a\", 5]", ONE_OF_FIELDS + "[5]"},
                {"fields", "[[\"a\"]]", ONE_OF_FIELDS + "[START_ARRAY]"},
                {"fields", "[{}]", "Required [field]"},
                {"fields", "[{\"name\": \"a\"}]", "unknown field [name]"}}) {
            assertRefused(withField(wrong[0], wrong[1]), wrong[2]);
        }
        assertRefused("{\"field\": null}", "[field] must be a text, got [null]");
        assertRefused("{\"field\": [\"a\"]}", "[field] must be a text, got [START_ARRAY]");
    }

    private static String withField(String name, String value) {
        return "{\"field\": \"f\", \"" + name + "\": " + value + "}";
    }

    private void assertRefused(String body, String message) {
        Throwable refusal = expectThrows(Exception.class, () -> parse(body));
        assertThat(
                ExceptionsHelper.status(refusal),
                equalTo(RestStatus.BAD_REQUEST));
        assertThat(refusal.getMessage(), containsString(message));
    }

    private GroupsParameters parse(String json) throws IOException {
        return GroupsParameters.parse(Requests.of(xContentRegistry(), json));
    }

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
        LocalRequest<GroupsParameters> request =
                RandomGroups.request(RandomGroups.parameters("news"), "n*");
        request.indices("november");
        assertThat(request.indices(), equalTo(new String[] {"november"}));
        assertThat(request.search().indices(), equalTo(new String[] {"november"}));
        assertNull(request.validate());
    }

    public void testTask() {
        Task task = RandomGroups.request(RandomGroups.parameters(null), "a")
                .createTask(3, "transport", "action", TaskId.EMPTY_TASK_ID, Map.of());
        assertThat(task, instanceOf(CancellableTask.class));
        assertThat(task.getDescription(), equalTo("near duplicates of [body] in [a]"));
        assertThat(task.getStatus(), equalTo(GroupsStatus.START));
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
        GroupsParameters parameters = RandomGroups.parameters(
                xContentRegistry(),
                """
                        "ignore_unmapped": true, "min_similarity": 0.7, "ignore": "a b", "method": "components",
                        "keep": {"by": "field", "field": "rank"}, "min_group_size": 3, "max_bucket_texts": 4,
                        "pairs": true, "same": ["company"], "min_shingles": 5
                        """);
        FieldDescriptions described = described(new Banding(12, 6), 0.9, 0.99, 0.95);
        GroupsOptions options = parameters.options(described, Verify.EXACT, 9);
        assertThat(
                options,
                equalTo(
                        new GroupsOptions(
                                0.7, 3, Verify.EXACT, Method.COMPONENTS, Keep.LOWEST, 3, 4,
                                true, new PeerFormat(true, null), 9)));
        assertThat(
                RandomGroups.parameters(null)
                        .options(described, Verify.EXACT, 0)
                        .minSimilarity(),
                equalTo(0.9));
        Map<String, Object> kept = parameters.toMap(0.75, Verify.EXACT);
        assertThat(kept.remove("same"), equalTo(List.of("company")));
        assertThat(kept.remove("query").toString().contains("match_all"), equalTo(true));
        assertThat(
                kept,
                equalTo(
                        Map.of(
                                "field", "body",
                                "ignore_unmapped", true,
                                "min_similarity", 0.75,
                                "verify", "exact",
                                "ignore", List.of("a b"),
                                "method", "components",
                                "keep", Map.of("by", "field", "field", "rank", "order", "asc"),
                                "min_shingles", 5,
                                "min_group_size", 3,
                                "max_bucket_texts", 4)));
    }
}
