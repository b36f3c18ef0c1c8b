package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.groups.GroupsStatus.Phase;
import org.nearduplicate.elasticsearch.request.BreakerAccount;

/** A run is seen, charged and stopped through its monitor. */
public class GroupsMonitorTests extends ESTestCase {

    private final CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(100));
    private final CancellableTask task = RandomGroups.task();
    private final BreakerAccount account = new BreakerAccount(breaker, "test");
    private GroupsStatus shown;
    private final GroupsMonitor monitor = new GroupsMonitor(task, account, now -> shown = now);

    /** Each step changes its part only. */
    public void testProgress() {
        assertShown(Phase.OPENING, 0, 0, 0, 0, 0, 0, 0, 0);
        monitor.opened(5, 1);
        assertShown(Phase.WALKING, 5, 1, 0, 0, 0, 0, 0, 0);
        monitor.walked(0.5);
        assertShown(Phase.WALKING, 5, 1, 0.5, 0, 0, 0, 0, 0);
        monitor.walked(0.25);
        assertShown(Phase.WALKING, 5, 1, 0.5, 0, 0, 0, 0, 0);
        monitor.walked(1);
        assertShown(Phase.COMPARING, 5, 1, 1, 0, 0, 0, 0, 0);
        monitor.grouped(3, 0.75);
        assertShown(Phase.GROUPING, 5, 1, 1, 0, 0, 3, 0.75, 0);
        monitor.compared(100, 10);
        assertShown(Phase.COMPARING, 5, 1, 1, 100, 10, 3, 0.75, 0);
        monitor.written(4);
        assertShown(Phase.GROUPING, 5, 1, 1, 100, 10, 3, 0.75, 4);
    }

    private void assertShown(
            Phase phase, int shards, int failed, double walked, long compared, long verified,
            long groups, double grouped, long written) {
        assertThat(
                shown,
                equalTo(
                        new GroupsStatus(
                                phase, shards, failed, walked, compared, verified, groups, grouped,
                                written)));
    }

    public void testMemory() {
        monitor.reserve(80);
        expectThrows(CircuitBreakingException.class, () -> monitor.reserve(30));
        monitor.reserve(-20);
        monitor.reserve(30);
        assertThat(breaker.getUsed(), equalTo(90L));
        account.close();
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    public void testCancelled() {
        monitor.checkCancelled();
        TaskCancelHelper.cancel(task, "by test");
        expectThrows(TaskCancelledException.class, monitor::checkCancelled);
    }
}
