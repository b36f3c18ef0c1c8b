package org.nearduplicate.elasticsearch.field;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * Charges the request breaker with what queries take while they make the set of a large text. What a query keeps
 * is charged by Elasticsearch, where it asks the query for it. Safe for use by several threads.
 */
public final class QueryMemory implements MemoryBudget {

    private static final String LABEL = "near_duplicate query";

    private volatile CircuitBreaker breaker;

    /**
     * Charges a breaker from now on. Until then the node has no shard, and nothing is charged.
     *
     * @param breaker that of requests
     */
    public void chargeTo(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    @Override
    public void reserve(long bytes) {
        if (breaker == null) {
            return;
        }
        if (bytes > 0) {
            breaker.addEstimateBytesAndMaybeBreak(bytes, LABEL);
        } else {
            breaker.addWithoutBreaking(bytes);
        }
    }
}
