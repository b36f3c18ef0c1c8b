package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.job.MemoryBudget;

/**
 * The sets that one clause of a search makes of texts. Clauses for versions of one text have the same candidates. Joined, they
 * read each of them once, as long as there is room: ten such clauses take about twice as long as one, and four times otherwise.
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
     * Joins the clauses of a query that is about to run. A clause that stands alone keeps nothing, nor does one that a query
     * hides from visitors.
     *
     * @param query the query of a search; its clauses are those of no other search
     * @param budget is charged for the sets that are {@linkplain KeptSets kept}, until the search is over
     * @return whether there is anything to be kept
     */
    public static boolean join(Query query, MemoryBudget budget) {
        Map<DocumentSource<BytesRef>, Set<ClauseSets>> clauses = new HashMap<>();
        query.visit(new QueryVisitor() {

            @Override
            public void visitLeaf(Query leaf) {
                if (leaf instanceof NearDuplicateQuery clause
                        && clause.setsOfTexts() instanceof ClauseSets sets) {
                    clauses.computeIfAbsent(sets.made, made -> new HashSet<>()).add(sets);
                }
            }

            @Override
            public QueryVisitor getSubVisitor(Occur occur, Query parent) {
                return this;
            }
        });
        boolean isAnyJoined = false;
        for (Map.Entry<DocumentSource<BytesRef>, Set<ClauseSets>> of : clauses.entrySet()) {
            boolean isJoined = of.getValue().size() > 1;
            DocumentSource<BytesRef> read =
                    isJoined ? new KeptSets(of.getKey(), budget) : of.getKey();
            of.getValue().forEach(clause -> clause.read = read);
            isAnyJoined |= isJoined;
        }
        return isAnyJoined;
    }

    @Override
    public Reader<BytesRef> open(LeafReaderContext segment, boolean dense) throws IOException {
        return read.open(segment, dense);
    }
}
