package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.equalTo;

import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.request.ProgressTask;

/** The progress of a request to tune, between nodes and as users see it; the request itself stays on its node. */
public class TuneWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                TuneStatus.class,
                () -> new TuneStatus(
                        randomFrom(TuneStatus.Phase.values()), between(0, 10_000),
                        between(0, 1_000), between(0, 1_000)),
                TuneStatus::new);
    }

    public void testNodesKnowItByName() throws Exception {
        assertThat(
                copyNamedWriteable(
                        TuneStatus.START,
                        new NamedWriteableRegistry(new NearDuplicatePlugin().getNamedWriteables()),
                        Task.Status.class),
                equalTo(TuneStatus.START));
    }

    public void testAsJson() {
        TuneStatus status = new TuneStatus(TuneStatus.Phase.MEASURING, 20, 3, 9);
        assertThat(
                XContentHelper.convertToMap(
                        JsonXContent.jsonXContent, Strings.toString(status), false),
                equalTo(
                        Map.of(
                                "phase", "measuring",
                                "documents_sampled", 20,
                                "settings", Map.of("total", 9, "measured", 3))));
    }

    public void testATaskShowsWhatItsMonitorReports() {
        ProgressTask<TuneStatus> task = TuneRequests.task();
        TuneMonitor monitor = new TuneMonitor(task, null);
        assertStatus(task, TuneStatus.Phase.QUEUED, 0, 0, 0);
        monitor.sampled(5);
        monitor.sampled(20);
        assertStatus(task, TuneStatus.Phase.SAMPLING, 20, 0, 0);
        monitor.comparing();
        monitor.measured(3, 9);
        assertStatus(task, TuneStatus.Phase.MEASURING, 20, 3, 9);
        monitor.comparing();
        assertStatus(task, TuneStatus.Phase.COMPARING, 20, 3, 9);
    }

    private static void assertStatus(
            ProgressTask<TuneStatus> task, TuneStatus.Phase phase, int sampled, int measured,
            int settings) {
        assertThat(
                task.getStatus(), equalTo(new TuneStatus(phase, sampled, measured, settings)));
    }
}
