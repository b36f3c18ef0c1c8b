package org.nearduplicate.collapse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.nearduplicate.collapse.KeptHit.NearDuplicate;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;

/**
 * Keeps of each set of near duplicates the hit that ranks first: a hit joins the first kept hit that it is a near
 * duplicate of, or is kept. Each hit is compared with those that are kept, O(hits · kept hits), which needs no bands:
 * two signatures are compared in nanoseconds, and so no pair is missed. Immutable.
 */
public final class WindowCollapse {

    private final SignatureFormat format;
    private final byte[][] signatures;
    private final double minSimilarity;
    private final int maxNearDuplicates;
    private final JobMonitor monitor;

    /**
     * @param format that of all signatures
     * @param signatures those of the hits in the order of their ranks, null for one without a text; not copied
     * @param minSimilarity the similarity of near duplicates, in (0,1]
     * @param maxNearDuplicates how many of a kept hit are named
     * @param monitor may stop it
     * @throws IllegalStateException if something else than a signature is among them
     */
    public WindowCollapse(
            SignatureFormat format, List<byte[]> signatures, double minSimilarity,
            int maxNearDuplicates, JobMonitor monitor) {
        this.format = format;
        this.signatures = signatures.toArray(byte[][]::new);
        this.minSimilarity = minSimilarity;
        this.maxNearDuplicates = maxNearDuplicates;
        this.monitor = monitor;
        for (byte[] signature : this.signatures) {
            if (signature != null) {
                format.shingleCount(signature, 0, signature.length);
            }
        }
    }

    /** Returns the number of hits. */
    int size() {
        return signatures.length;
    }

    /** Returns the number of distinct shingles of a hit with a signature. */
    int shingleCount(int hit) {
        return SignatureFormat.shingleCount(signatures[hit], 0);
    }

    /**
     * Collapses by the similarities that signatures estimate.
     *
     * @return the kept hits, in the order of their ranks
     */
    public List<KeptHit> bySignatures() {
        SignatureComparison comparison = new SignatureComparison(format, minSimilarity);
        return collapse((kept, hit) -> estimate(comparison, kept.hit, hit));
    }

    /**
     * Collapses by exact similarities. Signatures go first: a set is asked for only if they do not decide
     * with an error of one in a million, or if the similarity is named.
     *
     * @param sets those that are known. If some are wanted then, what is returned is to be thrown away, and this
     *     to be called again when they are there; each call gets further, and the second is mostly the last
     * @return the kept hits, in the order of their ranks
     */
    public List<KeptHit> bySets(WindowSets sets) {
        SignatureComparison comparison =
                SignatureComparison.beforeExact(format, minSimilarity);
        return collapse((kept, hit) -> {
            double estimate = estimate(comparison, kept.hit, hit);
            if (comparison.decides(estimate, kept.isFull() == false)
                    || estimate == 1 && Arrays.equals(signatures[kept.hit], signatures[hit])) {
                return estimate;
            }
            if (sets.haveBoth(kept.hit, hit)) {
                monitor.checkCancelled();
                return sets.similarity(kept.hit, hit, minSimilarity);
            }
            return comparison.isCertain(estimate) ? estimate : Jaccard.REJECTED;
        });
    }

    private double estimate(SignatureComparison comparison, int a, int b) {
        return comparison.similarity(signatures[a], 0, signatures[b], 0);
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

    private static boolean joins(int hit, List<Kept> comparable, Similarity similarity) {
        for (Kept kept : comparable) {
            double found = similarity.of(kept, hit);
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
