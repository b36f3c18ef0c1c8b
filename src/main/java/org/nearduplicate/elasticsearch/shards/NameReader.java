package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.elasticsearch.search.internal.SearchContext;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.DocumentTerms;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.job.ScopedMonitor;

/**
 * Reads the names of the documents of a shard: from stored fields, or those of many documents from the
 * terms of {@code _id}, so that their sources are not decompressed. Immutable; every call opens what it
 * reads anew.
 */
public final class NameReader {

    /**
     * The characters of names with which an answer ends; there may be more in its last name. Most answers
     * have far fewer: values that choose keepers may be long.
     */
    private static final int MAX_CHARACTERS = 8 << 20;

    /** About what a name takes on the heap, beside its characters. */
    private static final long NAME_BYTES = 128;

    private static final int RESERVED_AT_A_TIME = 1 << 16;
    private static final int CHECK_MASK = (1 << 8) - 1;
    private static final StoredFieldLoader FEW =
            StoredFieldLoader.create(false, Set.of(IdFieldMapper.NAME));

    /** Decompresses the documents of a block together, which costs as much as four or five of them one by one. */
    private static final StoredFieldLoader MANY =
            StoredFieldLoader.create(false, Set.of(IdFieldMapper.NAME), true);

    /** Where one of so many documents is read, a block of short ones has about that many to be read. */
    private static final int MANY_ARE_ONE_IN = 32;

    private final IndexReader reader;
    private final IdLoader ids;
    private final KeepValues keepValues;

    /** @param keepValues the values that choose keepers, or null if none do */
    NameReader(IndexReader reader, IdLoader ids, KeepValues keepValues) {
        this.reader = reader;
        this.ids = ids;
        this.keepValues = keepValues;
    }

    /**
     * Reads the names of documents in ascending order; of the first ones only where names are long. Charges
     * their memory while it reads them.
     *
     * @param documents numbers of documents, ascending
     * @return their names, in the same order
     * @throws IOException if the shard cannot be read
     */
    public List<DocumentName> names(int[] documents, JobMonitor monitor) throws IOException {
        return names(documents, MAX_CHARACTERS, monitor);
    }

    /**
     * Reads the names of documents, each once and in the order of the shard, in several parts if they are long.
     *
     * @param documents numbers of documents in any order, also several times
     * @return gives the name of each by its number
     * @throws IOException if the shard cannot be read
     */
    public static IntFunction<DocumentName> allNames(
            SearchContext context, IntStream documents, JobMonitor monitor) throws IOException {
        NameReader reader = new NameReader(
                context.searcher().getIndexReader(), context.newIdLoader(), null);
        int[] sorted = documents.sorted().distinct().toArray();
        List<DocumentName> names = new ArrayList<>(sorted.length);
        while (names.size() < sorted.length) {
            int[] rest = Arrays.copyOfRange(sorted, names.size(), sorted.length);
            names.addAll(reader.names(rest, monitor));
        }
        return document -> names.get(Arrays.binarySearch(sorted, document));
    }

    /** Reads names until there are so many characters. */
    List<DocumentName> names(int[] documents, int maxCharacters, JobMonitor monitor)
            throws IOException {
        try (Names names = new Names(documents.length, maxCharacters, monitor)) {
            read(documents, names);
            return names.names;
        }
    }

    private void read(int[] documents, Names names) throws IOException {
        for (int from = 0; from < documents.length && names.isFull() == false;) {
            LeafReaderContext leaf =
                    reader.leaves().get(ReaderUtil.subIndex(documents[from], reader.leaves()));
            int to = from;
            while (to < documents.length
                    && documents[to] < leaf.docBase + leaf.reader().maxDoc()) {
                to++;
            }
            int[] docs =
                    Arrays.stream(documents, from, to).map(doc -> doc - leaf.docBase).toArray();
            if (areIdsInTerms(leaf.reader())
                    && DocumentTerms.areWorthAScan(docs.length, leaf.reader())) {
                readTerms(leaf, docs, names);
            } else {
                readStored(leaf, docs, names);
            }
            from = to;
        }
    }

    /** Returns whether names consist of what is stored as terms too: no document has a routing. */
    private boolean areIdsInTerms(LeafReader segment) {
        return ids instanceof IdLoader.StoredIdLoader
                && segment.getFieldInfos().fieldInfo(RoutingFieldMapper.NAME) == null;
    }

    private void readTerms(LeafReaderContext leaf, int[] docs, Names names) throws IOException {
        String[] found = new String[docs.length];
        DocumentTerms.forEach(
                leaf.reader(),
                IdFieldMapper.NAME,
                docs,
                (term, place) -> {
                    found[place] = Uid.decodeId(term.bytes, term.offset, term.length);
                    names.reserve(term.length);
                },
                names.monitor);
        KeepValues.Leaf leafValues = leafValues(leaf);
        for (int i = 0; i < docs.length && names.isFull() == false; i++) {
            if (found[i] == null) {
                throw new IllegalStateException(
                        "possible corruption: document " + docs[i] + " has no term in [_id]");
            }
            names.add(new DocumentName(found[i], null, leafValues.key(docs[i])));
        }
    }

    private KeepValues.Leaf leafValues(LeafReaderContext leaf) throws IOException {
        return keepValues == null ? doc -> null : keepValues.leaf(leaf);
    }

    private void readStored(LeafReaderContext leaf, int[] docs, Names names) throws IOException {
        boolean areMany = docs.length > leaf.reader().maxDoc() / MANY_ARE_ONE_IN;
        LeafStoredFieldLoader stored = (areMany ? MANY : FEW).getLoader(leaf, docs);
        IdLoader.Leaf leafIds = ids.leaf(stored, leaf.reader(), docs);
        KeepValues.Leaf leafValues = leafValues(leaf);
        for (int i = 0; i < docs.length && names.isFull() == false; i++) {
            stored.advanceTo(docs[i]);
            names.add(
                    new DocumentName(
                            leafIds.getId(docs[i]), stored.routing(), leafValues.key(docs[i])));
        }
    }

    /** The names of one answer, whose memory is charged until this is closed. Not thread-safe. */
    private static final class Names implements Releasable {

        private final List<DocumentName> names;
        private final int maxCharacters;
        private final ScopedMonitor monitor;
        private long characters;
        private long toReserve;

        Names(int documents, int maxCharacters, JobMonitor monitor) {
            this.names = new ArrayList<>(documents);
            this.maxCharacters = maxCharacters;
            this.monitor = new ScopedMonitor(monitor);
            this.monitor.reserve(documents * NAME_BYTES);
        }

        boolean isFull() {
            return characters >= maxCharacters;
        }

        void add(DocumentName name) {
            if ((names.size() & CHECK_MASK) == 0) {
                monitor.checkCancelled();
            }
            names.add(name);
            int length = name.id().length()
                    + (name.routing() == null ? 0 : name.routing().length())
                    + (name.keepKey() == null ? 0 : name.keepKey().length);
            characters += length;
            reserve(length);
        }

        /** Charges memory, though not for each name. */
        void reserve(int bytes) {
            toReserve += bytes;
            if (toReserve >= RESERVED_AT_A_TIME) {
                monitor.reserve(toReserve);
                toReserve = 0;
            }
        }

        @Override
        public void close() {
            monitor.close();
        }
    }
}
