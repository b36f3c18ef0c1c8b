package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.job.MemoryBudget;

/**
 * Keeps the sets that were made of texts, for the queries or clauses of queries that read them in one reader: those for similar
 * texts have the same candidates. What does not fit into {@value #MAX_BYTES} bytes is made again. Safe for use by several threads.
 */
public final class KeptSets implements DocumentSource<BytesRef> {

    private static final int MAX_BYTES = 16 << 20;

    /** What a set that is kept takes beside its bytes. */
    private static final int BYTES_OF_SET = 100;

    private final DocumentSource<BytesRef> sets;
    private final MemoryBudget budget;
    private final Map<Integer, BytesRef> kept = new ConcurrentHashMap<>();
    private int bytes;

    /**
     * Keeps nothing yet.
     *
     * @param sets makes sets, each into bytes of its own
     * @param budget is charged for what is kept, until it is closed
     */
    public KeptSets(DocumentSource<BytesRef> sets, MemoryBudget budget) {
        this.sets = sets;
        this.budget = budget;
    }

    @Override
    public DocumentSource.Reader<BytesRef> open(LeafReaderContext segment, boolean dense)
            throws IOException {
        DocumentSource.Reader<BytesRef> reader = sets.open(segment, dense);
        if (segment.isTopLevel) {
            // A highlighter looks at a segment alone, where the numbers of its documents are those of others in the reader.
            return reader;
        }
        return doc -> {
            BytesRef set = kept.get(segment.docBase + doc);
            if (set == null) {
                set = reader.read(doc);
                keep(segment.docBase + doc, set);
            }
            return set;
        };
    }

    private synchronized void keep(int doc, BytesRef set) {
        int more = BYTES_OF_SET + set.length;
        if (more > MAX_BYTES - bytes || kept.containsKey(doc)) {
            return;
        }
        try {
            budget.reserve(more);
        } catch (RuntimeException e) {
            // Without room no more is kept. A breaker that is asked again for each set would be slow, and count each refusal.
            bytes = MAX_BYTES;
            return;
        }
        bytes += more;
        kept.put(doc, set);
    }
}
