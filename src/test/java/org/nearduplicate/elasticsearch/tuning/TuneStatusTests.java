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

    public void testProgress() {
        assertThat(TuneStatus.START.phase(), equalTo(TuneStatus.Phase.QUEUED));
        TuneStatus sampled = TuneStatus.START.sampled(5).sampled(20);
        assertThat(sampled, equalTo(new TuneStatus(TuneStatus.Phase.SAMPLING, 20, 0, 0)));
        TuneStatus measuring = sampled.comparing().measured(3, 9);
        assertThat(measuring, equalTo(new TuneStatus(TuneStatus.Phase.MEASURING, 20, 3, 9)));
        assertThat(
                measuring.comparing(),
                equalTo(new TuneStatus(TuneStatus.Phase.COMPARING, 20, 3, 9)));
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
        assertThat(task.getStatus(), equalTo(TuneStatus.START));
        TuneMonitor monitor = new TuneMonitor(task, null);
        monitor.sampled(4);
        monitor.comparing();
        assertThat(
                task.getStatus(),
                equalTo(new TuneStatus(TuneStatus.Phase.COMPARING, 4, 0, 0)));
        monitor.measured(1, 2);
        assertThat(
                task.getStatus(),
                equalTo(new TuneStatus(TuneStatus.Phase.MEASURING, 4, 1, 2)));
    }
}
