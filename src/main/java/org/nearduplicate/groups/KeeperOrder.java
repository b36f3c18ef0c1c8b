package org.nearduplicate.groups;

import java.util.Objects;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The order of keepers, in which documents are kept rather than others: by {@link Keep}, then {@code _id},
 * then the name of the index, then the routing. It depends on nothing else, so neither do groups. Every rank
 * is a place in this order.
 */
final class KeeperOrder implements PrefixSort.Order {

    private static final int ID_PREFIXES = 2;
    private static final int KEY_PREFIXES = 2;

    private final Keep keep;
    private final Contents contents;
    private final DocumentAddresses all;
    private final int[] addresses;
    private final DocumentName[] names;
    private final int sharedCharacters;

    KeeperOrder(
            Keep keep,
            DocumentAddresses all,
            Contents contents,
            int[] addresses,
            DocumentName[] names,
            JobMonitor monitor) {
        this.keep = keep;
        this.contents = contents;
        this.all = all;
        this.addresses = addresses;
        this.names = names;
        this.sharedCharacters = sharedCharacters(names, monitor);
    }

    /** Prefixes of keep keys may be those of different ones, so that only comparisons tell more. */
    @Override
    public int prefixes() {
        return keep == Keep.LONGEST ? 1 + ID_PREFIXES : KEY_PREFIXES;
    }

    @Override
    public int prefix(int document, int i) {
        return switch (keep) {
            case LONGEST ->
                i == 0 ? -contents.shingleCount(contents.of(document)) : idPrefix(document, i - 1);
            case LOWEST -> keyPrefix(document, i, 0);
            case HIGHEST -> keyPrefix(document, i, -1);
        };
    }

    @Override
    public int compare(int a, int b) {
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
     * Returns four characters of an identifier, of those behind the shared ones. Of one that needs more
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
                contents.shingleCount(contents.of(document)),
                all.shards().get(all.shard(addresses[document])).index(),
                names[document]);
    }

    /** Documents of one index may share an identifier only if their routing differs. */
    private static String routing(KeeperCandidate candidate) {
        return Objects.requireNonNullElse(candidate.name().routing(), "");
    }
}
