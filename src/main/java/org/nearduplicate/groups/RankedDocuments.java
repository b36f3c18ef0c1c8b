package org.nearduplicate.groups;

import java.util.List;

/**
 * The documents that share a band term with another, by rank: the lower, the rather a document is kept.
 * Immutable.
 */
final class RankedDocuments {

    /** What a name costs beside its characters: objects, arrays and references. */
    private static final int NAME_BYTES = 136;

    /** What a name has in the answer of a shard, about. */
    private static final int SENT_NAME_BYTES = 32;

    private static final int BYTES_PER_DOCUMENT = 5 * Integer.BYTES;

    private final List<? extends Shard> shards;
    private final int[] shardOf;
    private final DocumentName[] names;
    private final int[] starts;
    private final int[] ranks;

    /**
     * @param order the documents by rank
     * @param unranked their names, by number
     */
    private RankedDocuments(
            List<? extends Shard> shards,
            Contents contents,
            long[] keys,
            int[] order,
            DocumentName[] unranked) {
        this.shards = shards;
        this.shardOf = new int[order.length];
        this.names = new DocumentName[order.length];
        this.starts = new int[contents.size() + 1];
        this.ranks = new int[order.length];
        for (int content = 0; content < contents.size(); content++) {
            starts[content + 1] = starts[content] + contents.documentCount(content);
        }
        int[] ends = starts.clone();
        for (int rank = 0; rank < order.length; rank++) {
            int document = order[rank];
            shardOf[rank] = DocumentTable.shard(keys[document]);
            names[rank] = unranked[document];
            ranks[ends[contents.of(document)]++] = rank;
        }
    }

    /**
     * Reads the names of documents and ranks them.
     *
     * @param keys the {@linkplain DocumentTable keys} of the documents of the contents
     */
    static RankedDocuments read(
            List<? extends Shard> shards,
            Contents contents,
            long[] keys,
            Keep keep,
            JobMonitor monitor) {
        monitor.reserve(
                keys.length * (long) BYTES_PER_DOCUMENT + contents.size() * 2L * Integer.BYTES);
        DocumentName[] names = readNames(shards, keys, monitor);
        int[] order = new int[keys.length];
        for (int document = 0; document < order.length; document++) {
            order[document] = document;
        }
        IntSorter.sort(
                order,
                order.length,
                new DocumentOrder(keep, shards, contents, keys, names),
                monitor);
        return new RankedDocuments(shards, contents, keys, order, names);
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

    /** Returns the rank of each content, which is that of its first document. */
    int[] contentRanks() {
        int[] contentRanks = new int[starts.length - 1];
        for (int content = 0; content < contentRanks.length; content++) {
            contentRanks[content] = ranks[starts[content]];
        }
        return contentRanks;
    }

    private static DocumentName[] readNames(
            List<? extends Shard> shards, long[] keys, JobMonitor monitor) {
        DocumentName[] names = new DocumentName[keys.length];
        new DocumentReads(shards, monitor).read(
                keys,
                document -> SENT_NAME_BYTES,
                Shard::names,
                (from, to, answer) -> {
                    for (int document = from; document < to; document++) {
                        names[document] = answer.get(document - from);
                        monitor.reserve(NAME_BYTES + names[document].id().length());
                    }
                });
        return names;
    }
}
