package org.nearduplicate.elasticsearch.ingest;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * Charges a breaker with recent documents.
 *
 * @param breaker that of requests
 */
record RecentMemory(CircuitBreaker breaker) implements MemoryBudget {

    @Override
    public void reserve(long bytes) {
        if (bytes > 0) {
            breaker.addEstimateBytesAndMaybeBreak(bytes, "near_duplicate recent documents");
        } else {
            breaker.addWithoutBreaking(bytes);
        }
    }
}
