package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The shingle sets of the documents of one segment, made again from their texts. Documents are asked for in
 * ascending order. Of documents with equal texts in a row the first is analyzed. Belongs to one thread.
 */
final class TextSetReader {

    /** Texts of so many characters are asked memory for, and not kept for the next document. */
    private static final int LARGE = 1 << 16;

    private final TextSets sets;
    private final TextSource.Texts texts;
    private final StoredValues signatures;
    private final ShingleHashes hashes;

    private List<String> values = List.of();
    private BytesRef set = new BytesRef();

    TextSetReader(TextSets sets, LeafReaderContext segment) throws IOException {
        this.sets = sets;
        this.texts = sets.texts().open(segment);
        this.signatures = StoredValues.signatures(
                segment.reader(), sets.field(), sets.sketcher().scheme().hashCount());
        this.hashes = new ShingleHashes(sets.budget());
    }

    /**
     * Returns the stored form of the set of a document.
     *
     * @param doc a document with a signature, not before the one asked for last
     * @return its set, valid until the next call, or null if its texts are not those it was indexed from,
     *     by the number of their shingles
     * @throws IllegalStateException if its texts cannot be analyzed
     * @throws IOException if they cannot be read
     */
    BytesRef read(int doc) throws IOException {
        List<String> read = texts.read(doc);
        if (read.equals(values) == false) {
            make(doc, read);
        }
        signatures.value(doc);
        int found = set.length / ShingleSet.BYTES_PER_SHINGLE;
        return ShingleSet.isPossibleSize(found, signatures.shingleCount()) ? set : null;
    }

    /** Returns what is wrong with the document that was read last, which has no set. */
    IllegalArgumentException mismatch(int doc) {
        return new IllegalArgumentException(
                String.format(
                        Locale.ROOT,
                        "document [%s]: its text is not what [%s] was indexed from, which had %d distinct"
                                + " shingles and not %d",
                        texts.name(doc), sets.field(), signatures.shingleCount(),
                        set.length / ShingleSet.BYTES_PER_SHINGLE));
    }

    private void make(int doc, List<String> read) {
        long length = read.stream().mapToLong(String::length).sum();
        long charged = length < LARGE ? 0 : Character.BYTES * length;
        values = List.of();
        set = new BytesRef();
        sets.budget().reserve(charged);
        try {
            read.forEach(text -> sets.sketcher().shingle(text, hashes));
            if (hashes.isEmpty() == false) {
                set = new BytesRef(ShingleSet.of(hashes).toBytes());
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IllegalStateException(
                    "document [" + texts.name(doc) + "], field [" + sets.field()
                            + "]: its text cannot be analyzed: " + e.getMessage(),
                    e);
        } finally {
            hashes.clear();
            sets.budget().reserve(-charged);
        }
        if (length < LARGE) {
            values = read;
        }
    }
}
