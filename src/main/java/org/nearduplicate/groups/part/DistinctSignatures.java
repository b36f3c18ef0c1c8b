package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.util.StringHelper;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureFormat;

/**
 * The distinct signatures of the documents that share a bucket with another: a thousand copies of a
 * text have one. A {@link Signature} holds the fingerprint of the set, so documents with equal ones have equal sets.
 * What says which documents are peers counts as a part of a signature here: copies that differ in it have several.
 * Signatures are numbered in the order of their first documents. Not thread-safe.
 */
final class DistinctSignatures {

    private static final int PAGE_BITS = 10;
    private static final int PAGE_SIGNATURES = 1 << PAGE_BITS;
    private static final int EMPTY = -1;

    /** Another one in every JVM, so that nobody can choose texts whose signatures all take one slot. */
    private static final int HASH_SEED = new SplittableRandom().nextInt();

    private final int length;
    private final PeerFormat peers;
    private final int peerOffset;
    private final int firstComponent;
    private final int afterComponents;
    private final JobMonitor monitor;
    private final List<byte[]> pages = new ArrayList<>();
    private final int[] signatureOfDocument;
    private final IntList firstDocuments;
    private final IntList documentCounts;
    private int[] slots;
    private int documents;

    /**
     * @param format that of the signatures
     * @param peers that of what follows each
     * @param documents how many documents will be added
     */
    DistinctSignatures(
            SignatureFormat format, PeerFormat peers, int documents, JobMonitor monitor) {
        this.length = format.length() + peers.length();
        this.peers = peers;
        this.peerOffset = format.length();
        this.firstComponent = format.componentOffset(0);
        this.afterComponents = format.sumOffset();
        this.monitor = monitor;
        this.signatureOfDocument = IntList.ints(documents, monitor);
        this.firstDocuments = new IntList(monitor);
        this.documentCounts = new IntList(monitor);
        this.slots = slots(PAGE_SIGNATURES);
    }

    /**
     * Adds the next documents.
     *
     * @param stored their signatures, one after the other
     * @param count how many there should be
     * @throws IllegalStateException if these bytes are not so many signatures
     */
    void add(byte[] stored, int count) {
        if (stored.length != (long) count * length) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: %d signatures have %d bytes each, got %d in all",
                            count, length, stored.length));
        }
        for (int from = 0; from < stored.length; from += length) {
            SignatureFormat.shingleCount(stored, from);
            addOne(stored, from);
        }
    }

    private void addOne(byte[] stored, int from) {
        int slot = slotOf(stored, from);
        if (slots[slot] == EMPTY) {
            slots[slot] = append(stored, from);
        }
        int signature = slots[slot];
        signatureOfDocument[documents++] = signature;
        documentCounts.set(signature, documentCounts.get(signature) + 1);
        if (size() * 2 > slots.length) {
            growSlots();
        }
    }

    /** Gives back what only adding needs. */
    void finish() {
        monitor.reserve(-slots.length * (long) Integer.BYTES);
        slots = null;
    }

    int size() {
        return firstDocuments.size();
    }

    /** Returns the bytes of each signature, with what follows it. */
    int length() {
        return length;
    }

    int of(int document) {
        return signatureOfDocument[document];
    }

    /** Returns the first of the documents of a signature. */
    int firstDocument(int signature) {
        return firstDocuments.get(signature);
    }

    /** Returns how many documents have a signature. */
    int documentCount(int signature) {
        return documentCounts.get(signature);
    }

    /** Returns the number of distinct shingles of a signature. */
    int shingleCount(int signature) {
        return SignatureFormat.shingleCount(bytes(signature), offset(signature));
    }

    /** Returns the page that holds a signature. */
    byte[] bytes(int signature) {
        return pages.get(signature >>> PAGE_BITS);
    }

    /** Returns where in its {@link #bytes} a signature begins. */
    int offset(int signature) {
        return (signature & PAGE_SIGNATURES - 1) * length;
    }

    /** Returns whether the documents of two signatures have equal sets, and differ only in what makes them peers. */
    boolean areCopies(int a, int b) {
        return peerOffset < length && Arrays.equals(
                bytes(a), offset(a), offset(a) + peerOffset,
                bytes(b), offset(b), offset(b) + peerOffset);
    }

    /** Returns whether the documents of two signatures are peers. */
    boolean arePeers(int a, int b) {
        return peers.arePeers(
                bytes(a), offset(a) + peerOffset, bytes(b), offset(b) + peerOffset);
    }

    /** Returns whether peers have values in common. */
    boolean haveValues() {
        return peers.hasValues();
    }

    /** Returns whether peers are near in time. */
    boolean haveTimes() {
        return peers.hasTime();
    }

    /** Compares a signature with the bytes of another by the values that peers have in common. */
    int compareValues(int signature, byte[] other, int at) {
        return peers.compareValues(
                bytes(signature), offset(signature) + peerOffset, other, at + peerOffset);
    }

    /**
     * Compares a signature with the bytes of another by their components from one on, then by those before it, then by
     * all else: near duplicates may agree in all components, and hardly ever in their sums.
     *
     * @param from the byte of that component
     * @param other the bytes that hold the other
     * @param at where the other begins in them
     */
    int compareFrom(int from, int signature, byte[] other, int at) {
        int order = compare(signature, other, at, from, afterComponents);
        if (order == 0) {
            order = compare(signature, other, at, firstComponent, from);
        }
        return order == 0 ? compare(signature, other, at, 0, length) : order;
    }

    private int compare(int signature, byte[] other, int at, int from, int to) {
        int offset = offset(signature);
        return Arrays.compareUnsigned(
                bytes(signature), offset + from, offset + to, other, at + from, at + to);
    }

    private int append(byte[] stored, int from) {
        int signature = size();
        if ((signature & PAGE_SIGNATURES - 1) == 0) {
            int bytes = PAGE_SIGNATURES * length;
            monitor.reserve(bytes);
            pages.add(new byte[bytes]);
        }
        System.arraycopy(stored, from, bytes(signature), offset(signature), length);
        firstDocuments.add(documents);
        documentCounts.add(0);
        return signature;
    }

    private int slotOf(byte[] stored, int from) {
        int mask = slots.length - 1;
        int slot = hash(stored, from, length) & mask;
        while (slots[slot] != EMPTY && isEqual(slots[slot], stored, from) == false) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    static int hash(byte[] stored, int from, int length) {
        return StringHelper.murmurhash3_x86_32(stored, from, length, HASH_SEED);
    }

    private boolean isEqual(int signature, byte[] stored, int from) {
        return Arrays.equals(
                bytes(signature), offset(signature), offset(signature) + length,
                stored, from, from + length);
    }

    /** Half of the slots stay empty, so that a search ends soon. */
    private void growSlots() {
        int[] old = slots;
        slots = slots(IntList.requireArray(2L * old.length));
        for (int signature = 0; signature < size(); signature++) {
            monitor.checkCancelled(signature);
            slots[slotOf(bytes(signature), offset(signature))] = signature;
        }
        monitor.reserve(-old.length * (long) Integer.BYTES);
    }

    private int[] slots(int count) {
        int[] empty = IntList.ints(count, monitor);
        Arrays.fill(empty, EMPTY);
        return empty;
    }
}
