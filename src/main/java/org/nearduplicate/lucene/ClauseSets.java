package org.nearduplicate.lucene;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;

/**
 * The sets that clauses of one search make of texts, one clause after the other in a window of a segment: for versions of one text
 * they have the same candidates, of which each is read once. Ten such clauses take one and a half times as long as one, and four
 * times without this. A thread keeps up to {@value #MAX_BYTES} bytes of sets as long as a scorer of the segment needs
 * them; the oldest go first.
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
        if (last == null || last.segment != segment) {
            last = new InSegment(segment);
            LAST.set(new WeakReference<>(last));
        }
        return last.readers.computeIfAbsent(sets, last::reader);
    }

    /** The sets of the fields of one segment. */
    private static final class InSegment {

        private final LeafReaderContext segment;
        private final Map<DocumentSource<BytesRef>, OfClauses> readers = new HashMap<>();
        private final SequencedMap<Place, BytesRef> kept = new LinkedHashMap<>();
        private int bytes;

        private record Place(OfClauses reader, int doc) {}

        InSegment(LeafReaderContext segment) {
            this.segment = segment;
        }

        OfClauses reader(DocumentSource<BytesRef> sets) {
            return new OfClauses(this, sets);
        }

        void keep(Place place, BytesRef set) {
            if (set.length > MAX_OF_ONE) {
                return;
            }
            kept.put(place, set);
            bytes += KeptSets.BYTES_OF_SET + set.length;
            while (bytes > MAX_BYTES) {
                bytes -= KeptSets.BYTES_OF_SET + kept.pollFirstEntry().getValue().length;
            }
        }
    }

    /** Reads for all clauses of one field. */
    private static final class OfClauses implements Reader<BytesRef> {

        private final InSegment all;
        private final DocumentSource<BytesRef> sets;
        private Reader<BytesRef> reader;
        private int read = Integer.MAX_VALUE;

        OfClauses(InSegment all, DocumentSource<BytesRef> sets) {
            this.all = all;
            this.sets = sets;
        }

        @Override
        public BytesRef read(int doc) throws IOException {
            InSegment.Place place = new InSegment.Place(this, doc);
            BytesRef set = all.kept.get(place);
            if (set == null) {
                set = make(doc);
                all.keep(place, set);
            }
            return set;
        }

        /** A reader goes forward; another clause begins anew. */
        private BytesRef make(int doc) throws IOException {
            if (doc < read) {
                reader = sets.open(all.segment, false);
            }
            read = doc;
            return reader.read(doc);
        }
    }
}
