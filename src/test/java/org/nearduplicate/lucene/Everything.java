package org.nearduplicate.lucene;

import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;

/** The query for all documents, which Lucene makes in one way or the other. */
public final class Everything {

    @SuppressWarnings("deprecation")
    public static final Query QUERY = new MatchAllDocsQuery();

    private Everything() {}
}
