package org.nearduplicate.lucene;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;

/**
 * The sets that clauses of one search make of texts, one clause after the other in a segment: for versions of one text they have
 * the same candidates, of which each is read once. Ten such clauses take twice the time of one, and without this three times.
 * Up to {@value #MAX_BYTES} bytes of sets are kept by a thread, as long as a scorer of the segment has them; the oldest go first.
 *
 * @param sets makes sets, each into bytes of its own; equal to those of another clause if both make the same
 */
public record ClauseSets(DocumentSource<BytesRef> sets) implements DocumentSource<BytesRef> {

    static final int MAX_BYTES = 1 << 17;

    /** One set must not drive out all others. */
    private static final int MAX_OF_ONE = MAX_BYTES / 8;

    /** What a thread opened last. The segment of another search is another object, even if it shows the same. */
    private static final ThreadLocal<WeakReference<InSegment>> LAST =
            ThreadLocal.withInitial(() -> new WeakReference<>(null));

    @Override
    public Reader<BytesRef> open(LeafReaderContext segment, boolean dense) throws IOException {
        InSegment last = LAST.get().get();
        if (last != null && last.segment == segment && last.sets.equals(sets)) {
            return last;
        }
        InSegment opened = new InSegment(sets, segment, dense);
        LAST.set(new WeakReference<>(opened));
        return opened;
    }

    private static final class InSegment implements Reader<BytesRef> {

        private final DocumentSource<BytesRef> sets;
        private final LeafReaderContext segment;
        private final boolean dense;
        private final SequencedMap<Integer, BytesRef> kept = new LinkedHashMap<>();
        private int bytes;
        private Reader<BytesRef> reader;
        private int read = Integer.MAX_VALUE;

        InSegment(DocumentSource<BytesRef> sets, LeafReaderContext segment, boolean dense) {
            this.sets = sets;
            this.segment = segment;
            this.dense = dense;
        }

        @Override
        public BytesRef read(int doc) throws IOException {
            BytesRef set = kept.get(doc);
            if (set == null) {
                set = make(doc);
                keep(doc, set);
            }
            return set;
        }

        /** A reader goes forward; another clause begins anew. */
        private BytesRef make(int doc) throws IOException {
            if (doc < read) {
                reader = sets.open(segment, dense);
            }
            read = doc;
            return reader.read(doc);
        }

        private void keep(int doc, BytesRef set) {
            if (set.length > MAX_OF_ONE) {
                return;
            }
            kept.put(doc, set);
            bytes += set.length;
            while (bytes > MAX_BYTES) {
                Map.Entry<Integer, BytesRef> oldest = kept.pollFirstEntry();
                bytes -= oldest.getValue().length;
            }
        }
    }
}
