package org.nearduplicate.benchmark.corpus;

import java.math.BigInteger;

/**
 * Which documents of a corpus are planted near duplicates of which: pure arithmetic, no memory per
 * document. The members of a cluster are scattered over the whole corpus. Immutable.
 */
public final class Clusters {

    /** The sizes of clusters, one after the other and then again: half of them are pairs. */
    private static final int[] SIZES = {2, 2, 3, 2, 4, 2, 2, 3, 5, 2, 8, 2, 3, 12, 4, 20};

    private static final int[] ENDS = ends();
    private static final int CYCLE = ENDS[ENDS.length - 1];
    private static final double GOLDEN_SECTION = 0.6180339887498949;

    private final int documents;
    private final int planted;
    private final long stride;

    /**
     * @param documents the number of documents
     * @param share the share of them to be planted, rounded down to whole cycles of cluster sizes
     */
    public Clusters(int documents, double share) {
        this.documents = documents;
        this.planted = (int) (documents * share) / CYCLE * CYCLE;
        this.stride = stride(documents);
    }

    /** A document as a member of a cluster. Member 0 is the one of which the others are versions. */
    public record Place(int cluster, int member) {}

    /** Returns the number of documents. */
    public int documents() {
        return documents;
    }

    /** Returns the place of a document, or null if it is in no cluster. */
    public Place place(int document) {
        int position = (int) ((long) document * stride % documents);
        if (position >= planted) {
            return null;
        }
        int inCycle = position % CYCLE;
        int cluster = 0;
        while (inCycle >= ENDS[cluster]) {
            cluster++;
        }
        int member = inCycle - (cluster == 0 ? 0 : ENDS[cluster - 1]);
        return new Place(position / CYCLE * ENDS.length + cluster, member);
    }

    /** Multiplied by a number that has no divisor in common with theirs, documents are permuted. */
    private static long stride(int documents) {
        long stride = Math.max(1, (long) (documents * GOLDEN_SECTION));
        BigInteger count = BigInteger.valueOf(documents);
        while (BigInteger.valueOf(stride).gcd(count).equals(BigInteger.ONE) == false) {
            stride++;
        }
        return stride;
    }

    private static int[] ends() {
        int[] ends = new int[SIZES.length];
        int end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += SIZES[i];
            ends[i] = end;
        }
        return ends;
    }
}
