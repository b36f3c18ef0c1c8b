package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.util.StringHelper;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureFormat;

/**
 * The distinct contents of the documents that share a bucket with another: a thousand copies of a
 * text are one content, as all are that have one {@link Signature}, which holds the fingerprint of the set.
 * Contents are numbered in the order of their first documents. Belongs to one
 * thread.
 */
final class DistinctSignatures {

    private static final int PAGE_BITS = 10;
    private static final int PAGE_CONTENTS = 1 << PAGE_BITS;
    private static final int EMPTY = -1;

    /** Another in every JVM: who writes texts cannot choose them so that all signatures take one slot. */
    private static final int HASH_SEED = new SplittableRandom().nextInt();

    private final int length;
    private final int firstComponent;
    private final int behindComponents;
    private final JobMonitor monitor;
    private final List<byte[]> pages = new ArrayList<>();
    private final int[] contentOfDocument;
    private final IntList firstDocuments;
    private final IntList documentCounts;
    private int[] slots;
    private int documents;

    /**
     * @param format that of the signatures
     * @param documents how many documents will be added
     */
    DistinctSignatures(SignatureFormat format, int documents, JobMonitor monitor) {
        this.length = format.length();
        this.firstComponent = format.componentOffset(0);
        this.behindComponents = format.sumOffset();
        this.monitor = monitor;
        this.contentOfDocument = IntList.ints(documents, monitor);
        this.firstDocuments = new IntList(monitor);
        this.documentCounts = new IntList(monitor);
        this.slots = slots(PAGE_CONTENTS);
    }

    /**
     * Adds the next documents.
     *
     * @param signatures theirs, one after the other
     * @param count how many there should be
     * @throws IllegalStateException if these bytes are not so many signatures
     */
    void add(byte[] signatures, int count) {
        if (signatures.length != (long) count * length) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: %d signatures have %d bytes each, got %d in all",
                            count, length, signatures.length));
        }
        for (int from = 0; from < signatures.length; from += length) {
            SignatureFormat.shingleCount(signatures, from);
            addOne(signatures, from);
        }
    }

    private void addOne(byte[] signatures, int from) {
        int slot = slotOf(signatures, from);
        if (slots[slot] == EMPTY) {
            slots[slot] = append(signatures, from);
        }
        int content = slots[slot];
        contentOfDocument[documents++] = content;
        documentCounts.set(content, documentCounts.get(content) + 1);
        if (size() * 2 > slots.length) {
            growSlots();
        }
    }

    /** Gives back what only adding needs. */
    void finish() {
        monitor.reserve(-slots.length * (long) Integer.BYTES);
        slots = null;
    }

    /** Returns the number of distinct contents. */
    int size() {
        return firstDocuments.size();
    }

    /** Returns the content of a document. */
    int of(int document) {
        return contentOfDocument[document];
    }

    /** Returns the first of the documents of a content. */
    int firstDocument(int content) {
        return firstDocuments.get(content);
    }

    /** Returns how many documents have a content. */
    int documentCount(int content) {
        return documentCounts.get(content);
    }

    /** Returns the number of distinct shingles of a content. */
    int shingleCount(int content) {
        return SignatureFormat.shingleCount(bytes(content), offset(content));
    }

    /** Returns the bytes that hold the signature of a content. */
    byte[] bytes(int content) {
        return pages.get(content >>> PAGE_BITS);
    }

    /** Returns where in its {@link #bytes} the signature of a content begins. */
    int offset(int content) {
        return (content & PAGE_CONTENTS - 1) * length;
    }

    /**
     * Compares a content with a signature by their components from one on, then by those before it, then by all else: near
     * duplicates may agree in all components, and hardly ever in their sums.
     *
     * @param from the byte of that component
     * @param signatures hold the signature
     * @param at where it begins
     */
    int compareFrom(int from, int content, byte[] signatures, int at) {
        int order = compare(content, signatures, at, from, behindComponents);
        if (order == 0) {
            order = compare(content, signatures, at, firstComponent, from);
        }
        return order == 0 ? compare(content, signatures, at, 0, length) : order;
    }

    private int compare(int content, byte[] signatures, int at, int from, int to) {
        int offset = offset(content);
        return Arrays.compareUnsigned(
                bytes(content), offset + from, offset + to, signatures, at + from, at + to);
    }

    private int append(byte[] signatures, int from) {
        int content = size();
        if ((content & PAGE_CONTENTS - 1) == 0) {
            int bytes = PAGE_CONTENTS * length;
            monitor.reserve(bytes);
            pages.add(new byte[bytes]);
        }
        System.arraycopy(signatures, from, bytes(content), offset(content), length);
        firstDocuments.add(documents);
        documentCounts.add(0);
        return content;
    }

    private int slotOf(byte[] signatures, int from) {
        int mask = slots.length - 1;
        int slot = hash(signatures, from, length) & mask;
        while (slots[slot] != EMPTY && isSignature(slots[slot], signatures, from) == false) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    static int hash(byte[] signatures, int from, int length) {
        return StringHelper.murmurhash3_x86_32(signatures, from, length, HASH_SEED);
    }

    private boolean isSignature(int content, byte[] signatures, int from) {
        return Arrays.equals(
                bytes(content), offset(content), offset(content) + length,
                signatures, from, from + length);
    }

    /** Half of the slots stay empty, so that a search ends soon. */
    private void growSlots() {
        int[] old = slots;
        slots = slots(IntList.requireArray(2L * old.length));
        for (int content = 0; content < size(); content++) {
            monitor.checkCancelled(content);
            slots[slotOf(bytes(content), offset(content))] = content;
        }
        monitor.reserve(-old.length * (long) Integer.BYTES);
    }

    private int[] slots(int count) {
        int[] empty = IntList.ints(count, monitor);
        Arrays.fill(empty, EMPTY);
        return empty;
    }
}
