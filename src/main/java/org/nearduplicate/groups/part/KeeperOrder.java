package org.nearduplicate.groups.part;

import java.util.Objects;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.job.BudgetedSort;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.IntSorter;

/**
 * The order of keepers, in which documents are kept rather than others: by {@link Keep}, then {@code _id},
 * then the name of the index, then the routing. It depends on nothing else, so neither do groups. Every rank
 * is a place in this order.
 */
public final class KeeperOrder {

    private static final int ID_PREFIXES = 2;
    private static final int KEY_PREFIXES = 2;

    private final Keep keep;
    private final DistinctSignatures signatures;
    private final DocumentAddresses all;
    private final int[] addresses;
    private final DocumentName[] names;
    private final JobMonitor monitor;
    private final int sharedCharacters;

    /** The documents, and those that are not sorted yet, each with its prefix in the high bits. */
    private int[] sorted;
    private long[] prefixed;

    KeeperOrder(
            Keep keep,
            DocumentAddresses all,
            DistinctSignatures signatures,
            int[] addresses,
            DocumentName[] names,
            JobMonitor monitor) {
        this.keep = keep;
        this.signatures = signatures;
        this.all = all;
        this.addresses = addresses;
        this.names = names;
        this.monitor = monitor;
        this.sharedCharacters = sharedCharacters(names, monitor);
    }

    /**
     * Returns the documents in order. What is compared is spread over the memory, so most of it is done on prefixes: each is
     * read once, and sorted beside its document. Called once; the caller charges for the result.
     */
    int[] sort() {
        long bytes = names.length * (long) Long.BYTES;
        monitor.reserve(bytes);
        prefixed = new long[names.length];
        sorted = new int[names.length];
        for (int document = 0; document < names.length; document++) {
            monitor.checkCancelled(document);
            prefixed[document] = document;
        }
        sort(0, names.length, 0);
        prefixed = null;
        monitor.reserve(-bytes);
        return sorted;
    }

    /** Sorts a range of documents whose prefixes before the given one are equal. */
    private void sort(int from, int to, int prefix) {
        monitor.checkCancelled();
        for (int i = from; i < to; i++) {
            monitor.checkCancelled(i);
            prefixed[i] = (long) prefix(number(i), prefix) << Integer.SIZE | number(i);
        }
        BudgetedSort.sort(prefixed, from, to, monitor);
        for (int start = from; start < to;) {
            monitor.checkCancelled(start);
            int end = start + 1;
            while (end < to && prefixed[end] >> Integer.SIZE == prefixed[start] >> Integer.SIZE) {
                end++;
            }
            sortEqual(start, end, prefix);
            start = end;
        }
    }

    private void sortEqual(int from, int to, int prefix) {
        if (to - from > 1 && prefix + 1 < prefixes()) {
            sort(from, to, prefix + 1);
            return;
        }
        for (int i = from; i < to; i++) {
            sorted[i] = number(i);
        }
        if (to - from > 1) {
            IntSorter.sort(sorted, from, to, this::compare, monitor);
        }
    }

    private int number(int i) {
        return (int) prefixed[i];
    }

    /**
     * Returns how many prefixes there are. Those of keep keys may be of different ones, so that only comparisons decide
     * the rest.
     */
    int prefixes() {
        return keep == Keep.LONGEST ? 1 + ID_PREFIXES : KEY_PREFIXES;
    }

    /**
     * Returns a prefix of a document. If those before it are equal, the document of the smaller one comes first.
     *
     * @param i which prefix, from 0
     */
    int prefix(int document, int i) {
        return switch (keep) {
            case LONGEST ->
                i == 0 ? -signatures.shingleCount(signatures.of(document))
                        : idPrefix(document, i - 1);
            case LOWEST -> keyPrefix(document, i, 0);
            case HIGHEST -> keyPrefix(document, i, -1);
        };
    }

    /** Compares two documents. */
    int compare(int a, int b) {
        return compare(keep, candidate(a), candidate(b));
    }

    /** Compares two documents by the order in which they are kept. */
    static int compare(Keep keep, KeeperCandidate a, KeeperCandidate b) {
        int order = switch (keep) {
            case LONGEST -> Integer.compare(b.shingles(), a.shingles());
            case LOWEST -> compareKeys(a, b, 1);
            case HIGHEST -> compareKeys(a, b, -1);
        };
        if (order == 0) {
            order = a.name().id().compareTo(b.name().id());
        }
        if (order == 0) {
            order = a.index().compareTo(b.index());
        }
        return order == 0 ? routing(a).compareTo(routing(b)) : order;
    }

    private static int compareKeys(KeeperCandidate a, KeeperCandidate b, int sign) {
        BytesRef keyA = a.name().keepKey();
        BytesRef keyB = b.name().keepKey();
        if (keyA == null || keyB == null) {
            return Boolean.compare(keyA == null, keyB == null);
        }
        return sign * keyA.compareTo(keyB);
    }

    /** Returns four bytes of a keep key, or their complement; at the end for a document without one. */
    private int keyPrefix(int document, int i, int mask) {
        BytesRef key = names[document].keepKey();
        if (key == null) {
            return Integer.MAX_VALUE;
        }
        int prefix = 0;
        for (int at = i * Integer.BYTES; at < (i + 1) * Integer.BYTES; at++) {
            int bits = at < key.length ? key.bytes[key.offset + at] & 0xFF : 0;
            prefix = prefix << Byte.SIZE | bits;
        }
        return prefix ^ mask ^ Integer.MIN_VALUE;
    }

    /**
     * Returns four characters of an identifier, of those after the shared ones. Of one that needs more
     * than 8 bits only that it does, and nothing of what follows it.
     */
    private int idPrefix(int document, int i) {
        String id = names[document].id();
        int end = sharedCharacters + (i + 1) * Integer.BYTES;
        int prefix = 0;
        boolean cut = false;
        for (int at = sharedCharacters; at < end; at++) {
            int bits = cut || at >= id.length() ? 0 : Math.min(id.charAt(at), 0xFF);
            cut |= bits == 0xFF;
            prefix = prefix << Byte.SIZE | bits;
        }
        return prefix ^ Integer.MIN_VALUE;
    }

    /** Returns the length of the longest string that all identifiers begin with. */
    private static int sharedCharacters(DocumentName[] names, JobMonitor monitor) {
        int shared = names.length == 0 ? 0 : names[0].id().length();
        for (int i = 1; i < names.length && shared > 0; i++) {
            monitor.checkCancelled(i);
            String id = names[i].id();
            shared = Math.min(shared, id.length());
            while (id.regionMatches(0, names[0].id(), 0, shared) == false) {
                shared--;
            }
        }
        return shared;
    }

    private KeeperCandidate candidate(int document) {
        return new KeeperCandidate(
                signatures.shingleCount(signatures.of(document)),
                all.shards().get(all.shard(addresses[document])).index(),
                names[document]);
    }

    /** Documents of one index may share an identifier only if their routing differs. */
    private static String routing(KeeperCandidate candidate) {
        return Objects.requireNonNullElse(candidate.name().routing(), "");
    }

    /**
     * What the choice of a keeper looks at.
     *
     * @param shingles the distinct shingles of the document
     * @param index the name of its index
     * @param name its name
     */
    public record KeeperCandidate(int shingles, String index, DocumentName name) {}
}
