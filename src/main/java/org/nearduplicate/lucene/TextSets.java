package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * Makes the shingle sets of documents again from their texts, by the analysis that they were indexed by: what
 * a field gives that stores no sets. Immutable.
 *
 * @param field the {@code minhash} field
 * @param sketcher that of the field
 * @param texts gives the texts back
 * @param budget is asked for the memory of a large document while it is looked at
 */
public record TextSets(
        String field, TextSketcher sketcher, TextSource texts, MemoryBudget budget)
        implements SetSource {

    /** About what it costs to read a document from a compressed block and to analyze a short text, in simple operations. */
    static final float COST = 100_000;

    @Override
    public SetReader open(LeafReaderContext segment, boolean dense) throws IOException {
        return new TextSetReader(this, segment, dense);
    }
}
