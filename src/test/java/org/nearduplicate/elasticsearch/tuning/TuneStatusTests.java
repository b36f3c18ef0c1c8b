package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.equalTo;

import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.request.ProgressTask;

/** How far a run is, as users see it. */
public class TuneStatusTests extends ESTestCase {

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

    public void testATaskShowsWhatItsMonitorIsTold() {
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
