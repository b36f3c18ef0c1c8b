package org.nearduplicate.elasticsearch.query;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.shard.SearchOperationListener;
import org.elasticsearch.search.internal.SearchContext;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.lucene.ClauseSets;

/**
 * Joins the clauses in the query of each search on a shard, before the search runs. The breaker is charged until the search is
 * over. What else a search has, as post filters, rescorers and aggregations, reads for itself.
 */
public record SearchClauses(CircuitBreaker breaker) implements SearchOperationListener {

    @Override
    public void onPreQueryPhase(SearchContext search) {
        BreakerAccount account = new BreakerAccount(breaker, "near_duplicate clauses");
        // A search for suggestions alone has no query.
        if (search.query() != null && ClauseSets.join(search.query(), account::charge)) {
            search.addReleasable(account);
        }
    }
}
