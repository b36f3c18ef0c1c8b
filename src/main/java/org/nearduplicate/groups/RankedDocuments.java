package org.nearduplicate.groups;

import java.util.List;

/**
 * The documents that are near duplicates of another, by rank: the lower, the rather a document is kept.
 * Immutable.
 */
final class RankedDocuments {

    /** What a name costs beside its characters: objects, arrays and references. */
    private static final int NAME_BYTES = 136;

    private static final int BYTES_PER_DOCUMENT = Long.BYTES + 6 * Integer.BYTES;

    private final List<? extends Shard> shards;
    private final int[] shardOf;
    private final int[] contentOf;
    private final DocumentName[] names;
    private final int[] starts;
    private final int[] ranks;

    private RankedDocuments(
            List<? extends Shard> shards, int contents, int[] order, Unranked documents) {
        int count = order.length;
        this.shards = shards;
        this.shardOf = new int[count];
        this.contentOf = new int[count];
        this.names = new DocumentName[count];
        for (int rank = 0; rank < count; rank++) {
            int document = order[rank];
            shardOf[rank] = DocumentTable.shard(documents.keys[document]);
            contentOf[rank] = documents.contentOf[document];
            names[rank] = documents.names[document];
        }
        this.starts = new int[contents + 1];
        this.ranks = new int[count];
        listByContent();
    }

    /**
     * Reads the names of documents and ranks them.
     *
     * @param contents the contents
     * @param keys the {@linkplain DocumentTable keys} of all their documents
     * @param pairs the verified pairs of the contents
     */
    static RankedDocuments read(
            List<? extends Shard> shards,
            Contents contents,
            long[] keys,
            PairGraph pairs,
            Keep keep,
            JobMonitor monitor) {
        Unranked documents = Unranked.select(contents, keys, pairs, monitor);
        documents.readNames(new DocumentReads(shards, monitor), monitor);
        int[] order = new int[documents.keys.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntSorter.sort(
                order,
                order.length,
                new DocumentOrder(
                        keep, shards, contents, documents.keys, documents.contentOf,
                        documents.names),
                monitor);
        return new RankedDocuments(shards, contents.size(), order, documents);
    }

    /** Returns how many there are. */
    int size() {
        return names.length;
    }

    /** Returns the document of a rank. */
    Document document(int rank) {
        DocumentName name = names[rank];
        return new Document(shards.get(shardOf[rank]).index(), name.id(), name.routing());
    }

    /** Returns where the documents of a content begin; they end where those of the next one begin. */
    int start(int content) {
        return starts[content];
    }

    /** Returns the rank at a place among the documents of a content; they ascend. */
    int rank(int place) {
        return ranks[place];
    }

    /** Returns the number of documents of a content. */
    int count(int content) {
        return starts[content + 1] - starts[content];
    }

    /** Returns the rank of the first document of each content; of contents without one, their number. */
    int[] contentRanks() {
        int[] contentRanks = new int[starts.length - 1];
        for (int content = 0; content < contentRanks.length; content++) {
            contentRanks[content] = count(content) == 0 ? size() : ranks[starts[content]];
        }
        return contentRanks;
    }

    /** Returns the contents in the order of their first documents. */
    int[] contentsByRank() {
        IntList contents = new IntList(JobMonitor.NONE);
        for (int rank = 0; rank < size(); rank++) {
            if (ranks[starts[contentOf[rank]]] == rank) {
                contents.add(contentOf[rank]);
            }
        }
        return contents.toArray();
    }

    private void listByContent() {
        for (int content : contentOf) {
            starts[content + 1]++;
        }
        for (int content = 0; content + 1 < starts.length; content++) {
            starts[content + 1] += starts[content];
        }
        int[] ends = starts.clone();
        for (int rank = 0; rank < contentOf.length; rank++) {
            ranks[ends[contentOf[rank]]++] = rank;
        }
    }

    /** The documents before they have a rank. */
    private record Unranked(long[] keys, int[] contentOf, DocumentName[] names) {

        /** Selects the documents that are equal or similar to another. */
        static Unranked select(
                Contents contents, long[] keys, PairGraph pairs, JobMonitor monitor) {
            int count = 0;
            for (int document = 0; document < contents.documents(); document++) {
                count += hasPartner(contents, pairs, contents.of(document)) ? 1 : 0;
            }
            monitor.reserve(count * 2L * BYTES_PER_DOCUMENT + contents.size() * 2L * Integer.BYTES);
            Unranked selected = new Unranked(new long[count], new int[count],
                    new DocumentName[count]);
            int i = 0;
            for (int document = 0; document < contents.documents(); document++) {
                int content = contents.of(document);
                if (hasPartner(contents, pairs, content)) {
                    selected.keys[i] = keys[document];
                    selected.contentOf[i++] = content;
                }
            }
            return selected;
        }

        void readNames(DocumentReads reads, JobMonitor monitor) {
            reads.read(
                    keys,
                    i -> NAME_BYTES,
                    Shard::names,
                    (from, to, answer) -> {
                        for (int i = from; i < to; i++) {
                            names[i] = answer.get(i - from);
                            monitor.reserve(NAME_BYTES + names[i].id().length());
                        }
                    });
        }

        private static boolean hasPartner(Contents contents, PairGraph pairs, int content) {
            return contents.documentCount(content) > 1 || pairs.hasNeighbours(content);
        }
    }
}
