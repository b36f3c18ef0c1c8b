package org.nearduplicate.elasticsearch.query;

import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * Charges what a query needs for a while to the breaker of its search. What the query itself takes is charged
 * by Elasticsearch, which asks it.
 *
 * @param context that of the search
 */
record QueryMemory(SearchExecutionContext context) implements MemoryBudget {

    @Override
    public void reserve(long bytes) {
        if (bytes < 0) {
            context.releaseQueryConstructionMemory(-bytes);
        } else {
            context.addCircuitBreakerMemory(bytes, NearDuplicateQueryBuilder.NAME);
        }
    }
}
