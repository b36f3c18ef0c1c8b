package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;

/** The documents that completed runs wrote together: those of each but what a later one of them replaced. */
final class CompletedRuns {

    private CompletedRuns() {}

    /** Returns what these documents match. */
    static BoolQueryBuilder groups(List<String> completed) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termsQuery(DestinationMapping.RUN, completed))
                .mustNot(QueryBuilders.termsQuery(DestinationMapping.REPLACED_BY, completed));
    }
}
