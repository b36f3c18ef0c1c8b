package org.nearduplicate.collapse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.sets.ShareOf;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.StoredShingles;

/**
 * Keeps of each set of near duplicates the hit that ranks first: a hit joins the first kept hit that it is a near
 * duplicate of, or is kept. Each hit is compared with those that are kept, O(hits · kept hits), which needs no bands:
 * two signatures are compared in nanoseconds, and so no pair is missed. Shingle sets are fetched only of hits that
 * signatures do not decide. Not thread-safe.
 */
public final class WindowCollapse {

    private static final int NONE = -1;

    private final SignatureFormat format;
    private final byte[][] signatures;
    private final Peers peers;
    private final double minSimilarity;
    private final int maxNearDuplicates;
    private final JobMonitor monitor;

    /** The sets that were fetched, by their hits, and the hits whose sets are wanted. */
    private final byte[][] sets;

    private final BitSet wanted = new BitSet();
    private int readHit = NONE;
    private ShingleSet readSet;
    private final StoredShingles stored = new StoredShingles();

    /**
     * @param format that of all signatures
     * @param signatures those of the hits in the order of their ranks, null for one that is kept whatever it is; not copied
     * @param peers says which hits may be near duplicates
     * @param minSimilarity the similarity of near duplicates, in (0,1]
     * @param maxNearDuplicates how many of a kept hit are named
     * @param monitor may stop it, and is charged for the memory of sets, which its owner gives back
     * @throws IllegalStateException if something else than a signature is among them
     */
    public WindowCollapse(
            SignatureFormat format, List<byte[]> signatures, Peers peers, double minSimilarity,
            int maxNearDuplicates, JobMonitor monitor) {
        this.format = format;
        this.signatures = signatures.toArray(byte[][]::new);
        this.peers = peers;
        this.minSimilarity = minSimilarity;
        this.maxNearDuplicates = maxNearDuplicates;
        this.monitor = monitor;
        this.sets = new byte[signatures.size()][];
        for (byte[] signature : this.signatures) {
            if (signature != null) {
                format.shingleCount(signature, 0, signature.length);
            }
        }
    }

    /** Says which hits may be near duplicates, beside their texts. */
    @FunctionalInterface
    public interface Peers {

        /** Returns whether two hits that have signatures are peers. */
        boolean test(int a, int b);
    }

    /**
     * A hit that stays, and what it stands for.
     *
     * @param hit which
     * @param total how many hits joined it
     * @param nearDuplicates the first of them, in the order of their ranks
     */
    public record KeptHit(int hit, int total, List<NearDuplicate> nearDuplicates) {}

    /**
     * A hit that joined another.
     *
     * @param hit which
     * @param similarity its similarity to the one that it joined, in (0,1]
     */
    public record NearDuplicate(int hit, double similarity) {}

    /** Collapses by the similarities that signatures estimate, and returns the kept hits in the order of their ranks. */
    public List<KeptHit> bySignatures() {
        SignatureComparison comparison = new SignatureComparison(format, minSimilarity);
        return collapse((kept, hit) -> estimate(comparison, kept.hit, hit));
    }

    /**
     * Collapses by exact similarities. Signatures go first: a set is wanted only if they do not decide
     * with an error of one in a million, or if the similarity is named.
     *
     * @return the kept hits, in the order of their ranks. If sets are wanted then, this is to be thrown away, and
     *     the method to be called again when they are there; each call gets further, and the second is mostly the last
     */
    public List<KeptHit> bySets() {
        SignatureComparison comparison =
                SignatureComparison.beforeExact(format, minSimilarity);
        return collapse((kept, hit) -> {
            double estimate = estimate(comparison, kept.hit, hit);
            if (comparison.decides(estimate, kept.isFull() == false)
                    || estimate == 1 && Arrays.equals(signatures[kept.hit], signatures[hit])) {
                return estimate;
            }
            if (hasSet(kept.hit) & hasSet(hit)) {
                monitor.checkCancelled();
                return similarity(kept.hit, hit);
            }
            return comparison.isCertain(estimate) ? estimate : Jaccard.REJECTED;
        });
    }

    /** Returns whether sets are wanted. */
    public boolean wantsSets() {
        return wanted.isEmpty() == false;
    }

    /**
     * Returns the hits whose sets are wanted, in the order of their ranks: as many as have
     * sets of so many bytes, at least one if there are any. The memory of these sets is reserved.
     *
     * @param bytes about how many bytes of sets, at least 1
     */
    public int[] nextWanted(long bytes) {
        BitSet next = new BitSet();
        long left = bytes;
        for (int hit = wanted.nextSetBit(0); hit >= 0 && left > 0; hit =
                wanted.nextSetBit(hit + 1)) {
            long size = StoredShingles.length(shingleCount(hit));
            monitor.reserve(size);
            left -= size;
            next.set(hit);
        }
        return next.stream().toArray();
    }

    /**
     * Takes a set that was wanted.
     *
     * @param hit whose it is
     * @param set its stored form; not copied
     * @throws IllegalStateException if the hit cannot have such a set
     */
    public void put(int hit, byte[] set) {
        int size = StoredShingles.requireSize(set, 0, set.length);
        if (size > shingleCount(hit)) {
            throw new IllegalStateException(
                    "possible corruption: a set of at most " + shingleCount(hit)
                            + " shingles by its signature has " + size);
        }
        sets[hit] = set;
        wanted.clear(hit);
    }

    private int shingleCount(int hit) {
        return SignatureFormat.shingleCount(signatures[hit], 0);
    }

    private double estimate(SignatureComparison comparison, int a, int b) {
        return comparison.similarity(signatures[a], 0, signatures[b], 0);
    }

    /** Returns whether the set of a hit is there. Otherwise it is wanted from now on. */
    private boolean hasSet(int hit) {
        if (sets[hit] == null) {
            wanted.set(hit);
        }
        return sets[hit] != null;
    }

    /** Returns the similarity of two hits whose sets are there, or that it is too low. */
    private double similarity(int a, int b) {
        if (readHit != b) {
            readSet = ShingleSet.read(stored.open(sets[b], 0));
            readHit = b;
        }
        return readSet.share(ShareOf.UNION, stored.open(sets[a], 0), minSimilarity);
    }

    @FunctionalInterface
    private interface Similarity {

        /** Returns the similarity of a hit to a kept one, or {@link Jaccard#REJECTED}. */
        double of(Kept kept, int hit);
    }

    private List<KeptHit> collapse(Similarity similarity) {
        List<Kept> all = new ArrayList<>();
        List<Kept> comparable = new ArrayList<>();
        for (int hit = 0; hit < signatures.length; hit++) {
            monitor.checkCancelled();
            if (signatures[hit] == null) {
                all.add(new Kept(hit));
            } else if (joins(hit, comparable, similarity) == false) {
                comparable.add(new Kept(hit));
                all.add(comparable.getLast());
            }
        }
        return all.stream().map(Kept::build).toList();
    }

    private boolean joins(int hit, List<Kept> comparable, Similarity similarity) {
        for (Kept kept : comparable) {
            double found = peers.test(kept.hit, hit)
                    ? similarity.of(kept, hit)
                    : Jaccard.REJECTED;
            if (found != Jaccard.REJECTED) {
                kept.add(hit, found);
                return true;
            }
        }
        return false;
    }

    /** A kept hit while others join it. */
    private final class Kept {

        private final int hit;
        private final List<NearDuplicate> nearDuplicates = new ArrayList<>(0);
        private int total;

        Kept(int hit) {
            this.hit = hit;
        }

        boolean isFull() {
            return nearDuplicates.size() == maxNearDuplicates;
        }

        void add(int joining, double similarity) {
            if (isFull() == false) {
                nearDuplicates.add(new NearDuplicate(joining, similarity));
            }
            total++;
        }

        KeptHit build() {
            return new KeptHit(hit, total, nearDuplicates);
        }
    }
}
