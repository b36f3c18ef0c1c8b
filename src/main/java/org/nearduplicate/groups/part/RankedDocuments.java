package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.groups.part.BandMerge.Buckets;
import org.nearduplicate.groups.part.KeeperOrder.KeeperCandidate;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.RankedBitSet;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;

/**
 * The documents that share a bucket with another, by rank: the lower, the rather a document is kept.
 * Immutable.
 */
public final class RankedDocuments {

    /** What a name costs at least beside its characters: objects, an array and references. */
    private static final long NAME_BYTES = RamUsageEstimator.NUM_BYTES_OBJECT_REF
            + RamUsageEstimator.shallowSizeOfInstance(DocumentName.class)
            + RamUsageEstimator.sizeOf("");

    /** What a name has in the answer of a shard, about. */
    private static final int SENT_NAME_BYTES = 32;

    /** A shard may have to scan all of its identifiers for a chunk, so there are few. */
    private static final DocumentAddresses.Chunks NAME_CHUNKS =
            new DocumentAddresses.Chunks(1 << 18, 8 << 20);

    private static final int NAMES_OF_A_SAMPLE = 64;

    private static final int BYTES_PER_DOCUMENT = 5 * Integer.BYTES;

    private final List<? extends Shard> shards;
    private final DistinctSignatures signatures;
    private final int[] shardOf;
    private final DocumentName[] names;
    private final int[] starts;
    private final int[] documentRanks;

    /**
     * Reads the names of documents and ranks them.
     *
     * @param addresses the {@linkplain DocumentAddresses addresses} of the documents of the signatures
     */
    RankedDocuments(
            DocumentAddresses all, DistinctSignatures signatures, int[] addresses, Keep keep,
            JobMonitor monitor) {
        int size = addresses.length;
        monitor.reserve(size * (long) BYTES_PER_DOCUMENT + signatures.size() * 2L * Integer.BYTES);
        DocumentName[] byNumber = readNames(all, addresses, monitor);
        int[] order = new KeeperOrder(keep, all, signatures, addresses, byNumber, monitor).sort();
        this.shards = all.shards();
        this.signatures = signatures;
        this.shardOf = new int[size];
        this.names = new DocumentName[size];
        this.starts = new int[signatures.size() + 1];
        this.documentRanks = new int[size];
        for (int signature = 0; signature < signatures.size(); signature++) {
            starts[signature + 1] = starts[signature] + signatures.documentCount(signature);
        }
        int[] ends = starts.clone();
        for (int rank = 0; rank < size; rank++) {
            monitor.checkCancelled(rank);
            int document = order[rank];
            shardOf[rank] = all.shard(addresses[document]);
            names[rank] = byNumber[document];
            documentRanks[ends[signatures.of(document)]++] = rank;
        }
    }

    /** Returns what the name of a document of buckets takes on average, in bytes, by those of some of them, evenly among all. */
    public static double nameBytes(DocumentAddresses all, Buckets buckets, JobMonitor monitor) {
        int[] addresses = buckets.addresses();
        int count = Math.min(NAMES_OF_A_SAMPLE, addresses.length);
        int[] sample = new int[count];
        Arrays.setAll(sample, i -> addresses[(int) ((long) i * addresses.length / count)]);
        long bytes = 0;
        for (DocumentName name : readNames(all, sample, monitor)) {
            bytes += NAME_BYTES + variableBytes(name);
        }
        return (double) bytes / Math.max(1, count);
    }

    Document document(int documentRank) {
        DocumentName name = names[documentRank];
        return new Document(shards.get(shardOf[documentRank]).index(), name.id(), name.routing());
    }

    /** Returns what the choice of a keeper looks at, of the first document of a signature. */
    KeeperCandidate candidate(int signature) {
        int documentRank = documentRanks[starts[signature]];
        return new KeeperCandidate(
                signatures.shingleCount(signature),
                shards.get(shardOf[documentRank]).index(),
                names[documentRank]);
    }

    /** Returns where the documents of a signature begin; they end where those of the next one begin. */
    int start(int signature) {
        return starts[signature];
    }

    /** Returns the rank at a place among the documents of a signature; they ascend. */
    int documentRank(int place) {
        return documentRanks[place];
    }

    int count(int signature) {
        return starts[signature + 1] - starts[signature];
    }

    /**
     * Returns the rank of each signature among all signatures, from 0. Signatures rank as their first
     * documents do.
     */
    int[] signatureRanks(JobMonitor monitor) {
        RankedBitSet firsts = new RankedBitSet(documentRanks.length, monitor);
        for (int signature = 0; signature + 1 < starts.length; signature++) {
            monitor.checkCancelled(signature);
            firsts.add(documentRanks[starts[signature]]);
        }
        firsts.finish();
        int[] signatureRanks = new int[starts.length - 1];
        for (int signature = 0; signature < signatureRanks.length; signature++) {
            monitor.checkCancelled(signature);
            signatureRanks[signature] = firsts.place(documentRanks[starts[signature]]);
        }
        firsts.release();
        return signatureRanks;
    }

    private static DocumentName[] readNames(
            DocumentAddresses all, int[] addresses, JobMonitor monitor) {
        monitor.reserve(addresses.length * NAME_BYTES);
        DocumentName[] names = new DocumentName[addresses.length];
        all.read(
                addresses,
                document -> SENT_NAME_BYTES,
                NAME_CHUNKS,
                Shard::names,
                (from, to, answer) -> {
                    if (answer.isEmpty() || answer.size() > to - from) {
                        throw new IllegalStateException(
                                "possible corruption: a shard was asked for the names of "
                                        + (to - from) + " documents, got " + answer.size());
                    }
                    int end = from + answer.size();
                    long bytes = 0;
                    for (int document = from; document < end; document++) {
                        names[document] = answer.get(document - from);
                        bytes += variableBytes(names[document]);
                    }
                    monitor.reserve(bytes);
                    return end;
                },
                monitor);
        return names;
    }

    /** Returns what a name costs beyond {@link #NAME_BYTES}. */
    static long variableBytes(DocumentName name) {
        BytesRef key = name.keepKey();
        return RamUsageEstimator.sizeOf(name.id()) - RamUsageEstimator.sizeOf("")
                + (name.routing() == null ? 0 : RamUsageEstimator.sizeOf(name.routing()))
                + (key == null
                        ? 0
                        : RamUsageEstimator.shallowSizeOf(key)
                                + RamUsageEstimator.sizeOf(key.bytes));
    }
}
