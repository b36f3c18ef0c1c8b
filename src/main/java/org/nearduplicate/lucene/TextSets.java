package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.sketch.Fingerprint;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * Makes the shingle sets of documents again from their texts, by the analysis that they were indexed by: what
 * a field gives that stores no sets. Immutable.
 *
 * @param field the {@code minhash} field
 * @param sketcher that of the field
 * @param texts gives the texts back
 * @param budget is charged for the memory of a large document while it is read
 */
public record TextSets(
        String field, TextSketcher sketcher, DocumentSource<List<String>> texts,
        MemoryBudget budget)
        implements DocumentSource<BytesRef> {

    /** About what it costs to read a document from a compressed block and to analyze a short text, in simple operations. */
    static final float COST = 100_000;

    @Override
    public DocumentSource.Reader<BytesRef> open(LeafReaderContext segment, boolean dense)
            throws IOException {
        return new Reader(segment, dense);
    }

    /**
     * The shingle sets of the documents of one segment, made again from their texts. A set has to have the very
     * fingerprint that was stored when the text was indexed. Of documents with equal texts in a row the first is
     * analyzed. Not thread-safe.
     */
    private final class Reader implements DocumentSource.Reader<BytesRef> {

        /** Texts of so many characters are charged for, and not kept for the next document. */
        private static final int LARGE = 1 << 16;

        private final DocumentSource.Reader<List<String>> texts;
        private final SignatureFormat format;
        private final StoredValues signatures;
        private final ShingleHashes hashes;

        /** What was read last, or null if that is not kept. */
        private List<String> values;

        /** Those of the values, or null if these have no token. */
        private Fingerprint fingerprint;
        private BytesRef set;

        Reader(LeafReaderContext segment, boolean dense) throws IOException {
            this.texts = TextSets.this.texts.open(segment, dense);
            this.format = sketcher.scheme().signatureFormat();
            this.signatures = StoredValues.signatures(segment.reader(), field, format);
            this.hashes = new ShingleHashes(budget);
        }

        /**
         * Returns the set of a document.
         *
         * @throws IllegalArgumentException if its text is not what it was indexed from
         * @throws IllegalStateException if its text cannot be read or analyzed
         */
        @Override
        public BytesRef read(int doc) throws IOException {
            List<String> read = texts.read(doc);
            if (read.equals(values) == false) {
                make(doc, read);
            }
            BytesRef stored = signatures.value(doc);
            if (fingerprint == null
                    || format.isOf(fingerprint, stored.bytes, stored.offset) == false) {
                throw new IllegalArgumentException(
                        "document [" + texts.name(doc) + "]: [_source] does not give back what ["
                                + field
                                + "] was indexed from: it leaves the text out, field-level"
                                + " security hides it, or [copy_to] or the analyzer was changed since");
            }
            return set;
        }

        private void make(int doc, List<String> read) {
            long length = read.stream().mapToLong(String::length).sum();
            long charged = length < LARGE ? 0 : Character.BYTES * length;
            values = null;
            fingerprint = null;
            set = null;
            budget.reserve(charged);
            try {
                read.forEach(text -> sketcher.shingle(text, hashes));
                if (hashes.isEmpty() == false) {
                    set = new BytesRef(ShingleSet.of(hashes).toBytes());
                    fingerprint = Fingerprint.of(hashes);
                }
            } catch (AlreadyClosedException e) {
                throw e;
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw new IllegalStateException(
                        "document [" + texts.name(doc) + "], field [" + field
                                + "]: its text cannot be analyzed: " + e.getMessage(),
                        e);
            } finally {
                hashes.clear();
                budget.reserve(-charged);
            }
            values = length < LARGE ? read : null;
        }
    }
}
