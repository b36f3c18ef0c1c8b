package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.ProgressTask;

/** A run is seen, charged and stopped through its monitor. */
public class GroupsMonitorTests extends ESTestCase {

    private final CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(100));
    private final ProgressTask<GroupsStatus> task = RandomGroups.task();
    private final BreakerAccount account = new BreakerAccount(breaker, "test");
    private final GroupsMonitor monitor = new GroupsMonitor(task, account, task::progress);

    public void testProgressIsThatOfTheTask() {
        assertThat(task.getStatus(), equalTo(GroupsStatus.START));
        monitor.walked(0.5);
        assertThat(task.getStatus(), equalTo(GroupsStatus.START.walked(0.5)));
        monitor.walked(1);
        monitor.compared(5, 4);
        monitor.grouped(3, 0.5);
        assertThat(
                task.getStatus(),
                equalTo(GroupsStatus.START.walked(1).compared(5, 4).grouped(3, 0.5)));
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
