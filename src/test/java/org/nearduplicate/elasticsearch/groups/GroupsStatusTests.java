package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.groups.GroupsStatus.GroupsMonitor;
import org.nearduplicate.elasticsearch.groups.GroupsStatus.Phase;

/** How far a run is: what its monitor shows, and how users see it. */
public class GroupsStatusTests extends ESTestCase {

    private GroupsStatus shown;

    /** Each step changes its part only. */
    public void testProgress() {
        GroupsMonitor monitor = new GroupsMonitor(null, null, now -> shown = now);
        assertThat(shown, equalTo(new GroupsStatus(Phase.OPENING, 0, 0, 0, 0, 0, 0, 0, 0)));
        monitor.opened(5, 1);
        assertThat(shown, equalTo(new GroupsStatus(Phase.WALKING, 5, 1, 0, 0, 0, 0, 0, 0)));
        monitor.walked(0.5);
        monitor.walked(0.25);
        assertThat(shown, equalTo(new GroupsStatus(Phase.WALKING, 5, 1, 0.5, 0, 0, 0, 0, 0)));
        monitor.walked(1);
        assertThat(shown, equalTo(new GroupsStatus(Phase.COMPARING, 5, 1, 1, 0, 0, 0, 0, 0)));
        monitor.grouped(3, 0.75);
        assertThat(shown, equalTo(new GroupsStatus(Phase.GROUPING, 5, 1, 1, 0, 0, 3, 0.75, 0)));
        monitor.compared(100, 10);
        assertThat(
                shown, equalTo(new GroupsStatus(Phase.COMPARING, 5, 1, 1, 100, 10, 3, 0.75, 0)));
        monitor.written(4);
        assertThat(
                shown, equalTo(new GroupsStatus(Phase.GROUPING, 5, 1, 1, 100, 10, 3, 0.75, 4)));
    }

    public void testNodesKnowItByName() throws Exception {
        assertThat(
                copyNamedWriteable(
                        GroupsStatus.START,
                        new NamedWriteableRegistry(new NearDuplicatePlugin().getNamedWriteables()),
                        Task.Status.class),
                equalTo(GroupsStatus.START));
    }

    public void testAsJson() {
        assertThat(
                asJson(new GroupsStatus(Phase.COMPARING, 5, 1, 0.75, 6, 7, 8, 0.5, 9)),
                equalTo(
                        Map.of(
                                "phase", "comparing",
                                "shards", Map.of("total", 5, "failed", 1),
                                "band_terms_walked_percent", 75.0,
                                "pairs", Map.of("compared", 6, "verified", 7),
                                "groups", 8,
                                "documents_grouped_percent", 50.0,
                                "documents_written", 9)));
        assertThat(asJson(GroupsStatus.START).get("band_terms_walked_percent"), equalTo(0.0));
        for (Phase phase : List.of(Phase.values())) {
            GroupsStatus status = new GroupsStatus(phase, 0, 0, 0, 0, 0, 0, 0, 0);
            assertThat(
                    asJson(status).get("phase"), equalTo(Strings.toLowercaseAscii(phase.name())));
        }
    }

    private static Map<String, Object> asJson(GroupsStatus status) {
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(status), false);
    }
}
