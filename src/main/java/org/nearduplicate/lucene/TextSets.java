package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * Makes the shingle sets of documents again from their texts, by the analysis that they were indexed by: what
 * a field gives that stores no sets. Immutable.
 *
 * @param field the {@code minhash} field
 * @param sketcher that of the field
 * @param texts gives the texts back
 * @param budget is asked for the memory of a large document while it is looked at
 * @param mismatches is told, in any thread, of a candidate whose text is not what it was indexed from; if it
 *     does not throw that, the signature decides
 */
public record TextSets(
        String field,
        TextSketcher sketcher,
        TextSource texts,
        MemoryBudget budget,
        Consumer<IllegalArgumentException> mismatches)
        implements SetSource {

    /**
     * Tries the first document of an index that has a signature.
     *
     * @param reader the index, as its searcher sees it
     * @return whether its texts are those that it was indexed from, or there is no such document
     * @throws IOException if the index cannot be read
     */
    public boolean giveBackTheFirst(IndexReader reader) throws IOException {
        for (LeafReaderContext segment : reader.leaves()) {
            int first = firstLive(segment.reader());
            if (first != DocIdSetIterator.NO_MORE_DOCS) {
                return reader(segment).read(first) != null;
            }
        }
        return true;
    }

    private int firstLive(LeafReader reader) throws IOException {
        BinaryDocValues signatures = DocValues.getBinary(reader, field);
        Bits live = reader.getLiveDocs();
        int doc = signatures.nextDoc();
        while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && live.get(doc) == false) {
            doc = signatures.nextDoc();
        }
        return doc;
    }

    /** Documents whose texts are not what they were indexed from are refused. */
    @Override
    public SetReader open(LeafReaderContext segment) throws IOException {
        TextSetReader sets = reader(segment);
        return doc -> {
            BytesRef set = sets.read(doc);
            if (set == null) {
                throw sets.mismatch(doc);
            }
            return set;
        };
    }

    TextSetReader reader(LeafReaderContext segment) throws IOException {
        return new TextSetReader(this, segment);
    }
}
