package org.nearduplicate.elasticsearch.request;

import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;

/** What one job or session has charged to a circuit breaker, given back all at once in the end. */
public final class BreakerAccount implements Releasable {

    private final CircuitBreaker breaker;
    private final String label;
    private final AtomicLong charged = new AtomicLong();

    /** Opens an account with a breaker, whose errors name the label. */
    public BreakerAccount(CircuitBreaker breaker, String label) {
        this.breaker = breaker;
        this.label = label;
    }

    /** Opens another account with the same breaker. */
    public BreakerAccount another() {
        return new BreakerAccount(breaker, label);
    }

    /**
     * Charges memory, or gives some back.
     *
     * @param bytes how much; negative to give back
     * @throws org.elasticsearch.common.breaker.CircuitBreakingException if that is too much
     */
    public void charge(long bytes) {
        charge(breaker, label, bytes);
        charged.addAndGet(bytes);
    }

    /** Does the same without an account. */
    public static void charge(CircuitBreaker breaker, String label, long bytes) {
        if (bytes > 0) {
            breaker.addEstimateBytesAndMaybeBreak(bytes, label);
        } else {
            breaker.addWithoutBreaking(bytes);
        }
    }

    /** Returns what is charged now, in bytes. */
    public long charged() {
        return charged.get();
    }

    @Override
    public void close() {
        breaker.addWithoutBreaking(-charged.getAndSet(0));
    }
}
