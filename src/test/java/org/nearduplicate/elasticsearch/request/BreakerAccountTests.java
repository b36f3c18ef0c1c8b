package org.nearduplicate.elasticsearch.request;

import static org.hamcrest.Matchers.equalTo;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.test.ESTestCase;

/** An account gives back what it charged, no more and no less. */
public class BreakerAccountTests extends ESTestCase {

    private static final long LIMIT = 1_000;

    private final CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(LIMIT));

    public void testChargesAndGivesBack() {
        BreakerAccount account = account();
        account.charge(700);
        assertThat(breaker.getUsed(), equalTo(700L));
        account.charge(-200);
        assertThat(breaker.getUsed(), equalTo(500L));
        account.charge(0);
        assertThat(breaker.getUsed(), equalTo(500L));
        account.close();
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    public void testCloseGivesBackOnce() {
        breaker.addEstimateBytesAndMaybeBreak(100, "others");
        BreakerAccount account = account();
        account.charge(300);
        account.close();
        account.close();
        assertThat(breaker.getUsed(), equalTo(100L));
        breaker.addWithoutBreaking(-100);
    }

    public void testTooMuchIsNotCharged() {
        BreakerAccount account = account();
        account.charge(600);
        expectThrows(CircuitBreakingException.class, () -> account.charge(600));
        assertThat(breaker.getUsed(), equalTo(600L));
        account.charge(400);
        assertThat(breaker.getUsed(), equalTo(LIMIT));
        account.close();
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    public void testSeveralThreads() {
        BreakerAccount account = account();
        runInParallel(4, thread -> {
            for (int i = 0; i < 100; i++) {
                account.charge(2);
                account.charge(-1);
            }
        });
        assertThat(breaker.getUsed(), equalTo(400L));
        account.close();
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    private BreakerAccount account() {
        return new BreakerAccount(breaker, "test");
    }
}
