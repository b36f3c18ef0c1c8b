package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.StringHelper;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Signature;

/**
 * The distinct contents of the documents that share a band term with another: a thousand copies of a
 * text are one content. Contents are numbered in the order of their first documents. Belongs to one
 * thread.
 */
final class Contents {

    private static final int PAGE_BITS = 10;
    private static final int PAGE_RECORDS = 1 << PAGE_BITS;
    private static final int HASH_SEED = 0;
    private static final int EMPTY = -1;

    private final ContentFormat format;
    private final JobMonitor monitor;
    private final List<byte[]> pages = new ArrayList<>();
    private final int[] contentOfDocument;
    private final IntList firstDocuments;
    private final IntList documentCounts;
    private int[] slots;
    private int documents;

    /**
     * @param documents how many documents will be added
     */
    Contents(ContentFormat format, int documents, JobMonitor monitor) {
        this.format = format;
        this.monitor = monitor;
        monitor.reserve(documents * (long) Integer.BYTES);
        this.contentOfDocument = new int[documents];
        this.firstDocuments = new IntList(monitor);
        this.documentCounts = new IntList(monitor);
        this.slots = slots(PAGE_RECORDS);
    }

    /** Adds the next document. */
    void add(byte[] records, int record) {
        int slot = slotOf(records, record);
        if (slots[slot] == EMPTY) {
            slots[slot] = append(records, record);
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

    /** Returns the number of documents. */
    int documents() {
        return documents;
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
        return Signature.shingleCount(bytes(content), offset(content));
    }

    /** Returns the bytes that hold the record of a content. */
    byte[] bytes(int content) {
        return pages.get(content >>> PAGE_BITS);
    }

    /** Returns where in its {@link #bytes} the record of a content begins. */
    int offset(int content) {
        return (content & PAGE_RECORDS - 1) * format.length();
    }

    /** Compares two contents by their records from a component on, and then by what is before it. */
    int compareFrom(int component, int a, int b) {
        // A signature of so many components ends where the next one lies.
        int from = Signature.length(component);
        int order = compare(a, b, from, format.length());
        return order == 0 ? compare(a, b, 0, from) : order;
    }

    private int compare(int a, int b, int from, int to) {
        return Arrays.compareUnsigned(
                bytes(a), offset(a) + from, offset(a) + to,
                bytes(b), offset(b) + from, offset(b) + to);
    }

    private int append(byte[] records, int record) {
        int content = size();
        if ((content & PAGE_RECORDS - 1) == 0) {
            int length = PAGE_RECORDS * format.length();
            monitor.reserve(length);
            pages.add(new byte[length]);
        }
        System.arraycopy(records, record, bytes(content), offset(content), format.length());
        firstDocuments.add(documents);
        documentCounts.add(0);
        return content;
    }

    private int slotOf(byte[] records, int record) {
        int mask = slots.length - 1;
        int slot = StringHelper.murmurhash3_x86_32(records, record, format.length(), HASH_SEED)
                & mask;
        while (slots[slot] != EMPTY && isRecord(slots[slot], records, record) == false) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isRecord(int content, byte[] records, int record) {
        return Arrays.equals(
                bytes(content), offset(content), offset(content) + format.length(),
                records, record, record + format.length());
    }

    /** Half of the slots stay empty, so that a search ends soon. */
    private void growSlots() {
        int[] old = slots;
        slots = slots(Math.multiplyExact(old.length, 2));
        for (int content = 0; content < size(); content++) {
            monitor.checkCancelled(content);
            slots[slotOf(bytes(content), offset(content))] = content;
        }
        monitor.reserve(-old.length * (long) Integer.BYTES);
    }

    private int[] slots(int count) {
        monitor.reserve(count * (long) Integer.BYTES);
        int[] empty = new int[count];
        Arrays.fill(empty, EMPTY);
        return empty;
    }
}
