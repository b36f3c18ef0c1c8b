package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * The sets that one clause of a search makes of texts. Clauses for versions of one text have the same candidates. Joined, they
 * read each of them once: ten such clauses take about twice as long as one, and four times otherwise.
 */
public final class ClauseSets implements DocumentSource<BytesRef> {

    private final DocumentSource<BytesRef> made;
    private volatile DocumentSource<BytesRef> read;

    /**
     * Sets of a clause that stands alone.
     *
     * @param made makes sets, each into bytes of its own; equal to that of another clause if both make the same
     */
    public ClauseSets(DocumentSource<BytesRef> made) {
        this.made = made;
        this.read = made;
    }

    /**
     * Joins the clauses of a query that is about to run. A clause that stands alone keeps nothing.
     *
     * @param query with clauses anywhere in it; each belongs to this query alone
     * @param budget is charged for the sets that are {@linkplain KeptSets kept}, until the search is over
     */
    public static void join(Query query, MemoryBudget budget) {
        Map<DocumentSource<BytesRef>, ClauseSets> first = new HashMap<>();
        query.visit(new QueryVisitor() {

            @Override
            public void visitLeaf(Query leaf) {
                if (leaf instanceof NearDuplicateQuery clause
                        && clause.texts() instanceof ClauseSets sets) {
                    sets.join(first.putIfAbsent(sets.made, sets), budget);
                }
            }

            @Override
            public QueryVisitor getSubVisitor(Occur occur, Query parent) {
                return this;
            }
        });
    }

    /** Reads from now on with the first clause that makes the same sets; null for that clause. */
    private void join(ClauseSets first, MemoryBudget budget) {
        if (first == null) {
            read = made;
        } else if (first != this) {
            if (first.read == first.made) {
                first.read = new KeptSets(first.made, budget);
            }
            read = first.read;
        }
    }

    @Override
    public Reader<BytesRef> open(LeafReaderContext segment, boolean dense) throws IOException {
        return read.open(segment, dense);
    }
}
