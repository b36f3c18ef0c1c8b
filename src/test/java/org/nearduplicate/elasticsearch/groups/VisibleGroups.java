package org.nearduplicate.elasticsearch.groups;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.TermsLookup;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/** The groups of a destination that count, as whoever uses the filter of the documentation sees them. */
final class VisibleGroups {

    private VisibleGroups() {}

    /** Returns the filter. */
    static QueryBuilder filter(String dest) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery("kind", "group"))
                .filter(QueryBuilders.termsLookupQuery("run", completed(dest)))
                .mustNot(QueryBuilders.termsLookupQuery("replaced_by", completed(dest)));
    }

    private static TermsLookup completed(String dest) {
        return new TermsLookup(dest, "run", "completed_runs");
    }

    /**
     * Returns the documents of groups, by their {@code _id}s, of all that was written until now. Marks of runs that are not
     * completed are taken out.
     */
    static Map<String, Map<String, Object>> of(Client client, String dest) {
        client.admin().indices().prepareRefresh(dest).get();
        SearchSourceBuilder source =
                new SearchSourceBuilder().size(10_000).query(filter(dest));
        var response = client.search(new SearchRequest(dest).source(source)).actionGet();
        try {
            Map<String, Map<String, Object>> visible = new TreeMap<>();
            for (SearchHit hit : response.getHits()) {
                Map<String, Object> group = new HashMap<>(hit.getSourceAsMap());
                group.remove("replaced_by");
                visible.put(hit.getId(), group);
            }
            return visible;
        } finally {
            response.decRef();
        }
    }

    /** Returns them as every run finds them that sees the same documents, by group and part. */
    static Map<String, Map<String, Object>> ofAnyRun(Client client, String dest) {
        Map<String, Map<String, Object>> found = new TreeMap<>();
        for (Map<String, Object> group : of(client, dest).values()) {
            group.remove("run");
            group.remove("keeper_version");
            Object before = found.put(group.get("group") + "-" + group.get("part"), group);
            if (before != null) {
                throw new AssertionError("twice: " + before + " and " + group);
            }
        }
        return found;
    }
}
