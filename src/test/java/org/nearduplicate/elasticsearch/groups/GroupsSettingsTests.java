package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.Set;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.monitor.jvm.JvmInfo;
import org.elasticsearch.test.ESTestCase;

/** The memory of a run is what is set, but not all that the breaker allows now, or half of that. */
public class GroupsSettingsTests extends ESTestCase {

    private static final String KEY = "near_duplicate.groups.memory";

    public void testHalfOfTheBreaker() {
        long limit = randomLongBetween(0, 1L << 40);
        CircuitBreaker breaker = breaker(limit);
        assertThat(memory(Settings.EMPTY, breaker), equalTo(limit / 2));
        assertThat(
                memory(Settings.builder().put(KEY, "-1").build(), breaker), equalTo(limit / 2));
        assertThat(
                memory(Settings.EMPTY, new NoopCircuitBreaker("request")),
                equalTo(JvmInfo.jvmInfo().getMem().getHeapMax().getBytes() / 2));
    }

    public void testWhatIsSet() {
        CircuitBreaker breaker = breaker(7 << 20);
        assertThat(
                memory(Settings.builder().put(KEY, "1mb").build(), breaker), equalTo(1L << 20));
        long heap = JvmInfo.jvmInfo().getMem().getHeapMax().getBytes();
        assertThat(
                memory(Settings.builder().put(KEY, "50%").build(), breaker(2 * heap)),
                equalTo(heap / 2));
        assertThat(
                memory(Settings.builder().put(KEY, "100%").build(), breaker),
                equalTo(breaker.getLimit() / 4 * 3));
        for (String wrong : new String[] {"0", "1023kb", "-2", "much", "0.0001%"}) {
            Exception refusal = expectThrows(
                    IllegalArgumentException.class,
                    () -> memory(Settings.builder().put(KEY, wrong).build(), breaker));
            assertThat(refusal.toString(), containsString(KEY));
        }
    }

    private static CircuitBreaker breaker(long limit) {
        return new NoopCircuitBreaker("request") {
            @Override
            public long getLimit() {
                return limit;
            }
        };
    }

    private static long memory(Settings settings, CircuitBreaker breaker) {
        return GroupsSettings.memory(
                new ClusterSettings(settings, Set.of(GroupsSettings.MEMORY)), breaker);
    }
}
