package org.nearduplicate.groups;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;

/**
 * The buckets of signatures as brute force sees them: a map per band, by the bits of some rows, and for a bucket beyond the
 * limit a look at every pair, whether it is in one of the blocks.
 */
final class OracleBuckets {

    private static final int ORDERS = 6;

    private final OracleSignatures signatures;
    private final Scheme scheme;
    private final int rows;
    private final int limit;
    private final PeerFormat peers;

    /** The pairs of signatures to compare, the lower number first. */
    final Set<List<Integer>> pairs = new HashSet<>();

    /** The signatures of which a text shares a bucket with another. */
    final Set<Integer> inBuckets = new HashSet<>();

    /** The signatures in buckets beyond the limit. */
    final Set<Integer> inLimited = new HashSet<>();

    long terms;
    long buckets;

    /** The texts of the largest bucket. */
    int largest;

    long limited;
    long leftOut;

    OracleBuckets(OracleSignatures signatures, Scheme scheme, GroupsOptions options) {
        this.signatures = signatures;
        this.scheme = scheme;
        this.rows = options.rows();
        this.limit = options.maxBucketTexts();
        this.peers = options.peers();
        for (int band = 0; band < scheme.banding().bands(); band++) {
            addBand(band);
        }
    }

    private void addBand(int band) {
        Set<String> distinct = new HashSet<>();
        Map<String, List<Integer>> byRows = new TreeMap<>();
        for (int signature = 0; signature < signatures.size(); signature++) {
            distinct.add(term(signature, band));
            String prefix = signatures.sample(signature).bandPrefixes(rows).get(band);
            byRows.computeIfAbsent(prefix, none -> new ArrayList<>()).add(signature);
        }
        terms += distinct.size();
        for (List<Integer> bucket : byRows.values()) {
            int texts =
                    bucket.stream().mapToInt(signature -> signatures.texts(signature).size()).sum();
            if (texts > 1) {
                buckets++;
                largest = Math.max(largest, texts);
                inBuckets.addAll(bucket);
                byValue(bucket).forEach(ofValue -> addBucket(band, ofValue));
            }
        }
    }

    /** Returns the signatures of each value that peers have in common. */
    private Collection<List<Integer>> byValue(List<Integer> bucket) {
        return bucket.stream().collect(
                Collectors.groupingBy(
                        signature -> peers.hasValues() ? text(signature).value() : "",
                        Collectors.toCollection(ArrayList::new)))
                .values().stream()
                .map(ofValue -> (List<Integer>) ofValue)
                .toList();
    }

    private Text text(int signature) {
        return signatures.texts(signature).getFirst();
    }

    private void addBucket(int band, List<Integer> bucket) {
        if (bucket.size() <= limit) {
            addPairs(bucket);
            return;
        }
        limited++;
        inLimited.addAll(bucket);
        leftOut += leftOut(bucket.size(), limit);
        for (int i = 0; i < ORDERS; i++) {
            int order = i;
            bucket.sort(
                    (a, b) -> Arrays.compareUnsigned(
                            sortKey(a, band, order), sortKey(b, band, order)));
            cut(bucket, limit, peers.hasTime() ? order : 0).forEach(this::addPairs);
        }
    }

    private void addPairs(List<Integer> block) {
        for (int a : block) {
            for (int b : block) {
                if (a < b && text(a).isPeer(text(b), peers)) {
                    pairs.add(List.of(a, b));
                }
            }
        }
    }

    /**
     * Cuts a bucket into as few blocks as there can be of a quarter of the limit, all as large but for one; each cut is some sixths
     * of a block further in front, by which the first block is smaller, and the last larger.
     */
    private static List<List<Integer>> cut(List<Integer> bucket, int limit, int sixths) {
        int count = blocks(bucket.size(), limit);
        List<List<Integer>> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int shift = sixths * bucket.size() / count / ORDERS;
            blocks.add(
                    bucket.subList(
                            i == 0 ? 0 : i * bucket.size() / count - shift,
                            i == count - 1
                                    ? bucket.size()
                                    : (i + 1) * bucket.size() / count - shift));
        }
        return blocks;
    }

    /** Returns how many pairs are left out if signatures are in any blocks: each meets those of one block in each order. */
    private static long leftOut(int size, int limit) {
        double others = (double) size / blocks(size, limit) - 1;
        return Math.round(size * (size - 1L) / 2 * Math.pow(1 - others / (size - 1), ORDERS));
    }

    private static int blocks(int size, int limit) {
        return (int) Math.ceil((double) size / Math.max(2, limit / 4));
    }

    /** Returns the bits of the term of a signature. */
    private String term(int signature, int band) {
        return signatures.sample(signature).bandPrefixes(BandRows.MOST).get(band);
    }

    /**
     * The components from the one after the band on, or some sixths of them further, or those before it that share its byte,
     * then the others, the shingle count, and the sum.
     */
    private byte[] sortKey(int signature, int band, int order) {
        byte[] components = signatures.sample(signature).components();
        int after = ((band + 1) * scheme.banding().rows() + order * components.length / ORDERS)
                % components.length;
        int first = after - after % (Byte.SIZE / scheme.signatureBits());
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        key.write(components, first, components.length - first);
        key.write(components, 0, first);
        key.writeBytes(
                ByteBuffer.allocate(Integer.BYTES)
                        .putInt(signatures.sample(signature).shingles().size())
                        .array());
        long sum = signatures.sample(signature).sketch().fingerprint().sum();
        key.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(sum).array());
        if (peers.hasTime()) {
            Instant time = text(signature).time();
            key.writeBytes(
                    ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                            .putLong(time.getEpochSecond() - Long.MIN_VALUE)
                            .putInt(time.getNano())
                            .array());
        }
        return key.toByteArray();
    }
}
