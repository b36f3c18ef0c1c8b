package org.nearduplicate.lucene.version;

import java.util.List;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;

/** Reads the clauses of a query. */
public final class Clauses {

    private Clauses() {}

    public static List<Query> of(BooleanQuery query, Occur occur) {
        return query.clauses().stream()
                .filter(clause -> clause.getOccur() == occur)
                .map(BooleanClause::getQuery)
                .toList();
    }
}
