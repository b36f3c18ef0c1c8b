package org.nearduplicate.groups;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.sketch.Scheme;

/**
 * The buckets of contents as brute force sees them: a map per band, and for a bucket beyond the limit a
 * look at every pair, whether it is in one of the blocks.
 */
final class OracleBuckets {

    private final OracleContents contents;
    private final Scheme scheme;
    private final int limit;
    private final Set<List<Integer>> pairs = new HashSet<>();
    private final Set<Integer> inBuckets = new HashSet<>();
    private final Set<Integer> inLimited = new HashSet<>();
    private long terms;
    private long buckets;
    private int largest;
    private long limited;
    private long leftOut;

    OracleBuckets(OracleContents contents, Scheme scheme, int limit) {
        this.contents = contents;
        this.scheme = scheme;
        this.limit = limit;
        for (int band = 0; band < scheme.banding().bands(); band++) {
            addBand(band);
        }
    }

    /** Returns the pairs of contents to compare, the lower number first. */
    Set<List<Integer>> pairs() {
        return pairs;
    }

    /** Returns the contents of which a text shares a term with another. */
    Set<Integer> inBuckets() {
        return inBuckets;
    }

    /** Returns the contents in buckets beyond the limit. */
    Set<Integer> inLimited() {
        return inLimited;
    }

    long terms() {
        return terms;
    }

    /** Returns how many terms belong to two texts or more. */
    long buckets() {
        return buckets;
    }

    /** Returns the texts of the largest bucket. */
    int largest() {
        return largest;
    }

    long limited() {
        return limited;
    }

    long leftOut() {
        return leftOut;
    }

    private void addBand(int band) {
        Map<String, List<Integer>> byTerm = new TreeMap<>();
        for (int content = 0; content < contents.size(); content++) {
            String term = Sample.bandTerms(contents.sample(content).sketch()).get(band);
            byTerm.computeIfAbsent(term, t -> new ArrayList<>()).add(content);
        }
        terms += byTerm.size();
        for (List<Integer> bucket : byTerm.values()) {
            int texts = bucket.stream().mapToInt(content -> contents.texts(content).size()).sum();
            if (texts > 1) {
                buckets++;
                largest = Math.max(largest, texts);
                inBuckets.addAll(bucket);
                addBucket(band, bucket);
            }
        }
    }

    private void addBucket(int band, List<Integer> bucket) {
        boolean isLimited = bucket.size() > limit;
        if (isLimited) {
            limited++;
            inLimited.addAll(bucket);
            bucket.sort((a, b) -> Arrays.compareUnsigned(sortKey(a, band), sortKey(b, band)));
        }
        for (int b = 0; b < bucket.size(); b++) {
            for (int a = 0; a < b; a++) {
                if (isLimited == false || isInOneBlock(a, b, limit)) {
                    pairs.add(pair(bucket.get(a), bucket.get(b)));
                } else {
                    leftOut++;
                }
            }
        }
    }

    /** Blocks begin at the multiples of half the limit; two places are in one block, or in none. */
    static boolean isInOneBlock(int a, int b, int limit) {
        for (int start = 0; start <= a; start += limit / 2) {
            if (b < start + limit) {
                return true;
            }
        }
        return false;
    }

    static List<Integer> pair(int a, int b) {
        return List.of(Math.min(a, b), Math.max(a, b));
    }

    /**
     * The components from the one behind the band on, or those before it that share its byte, then the shingle
     * count, the others, and the sum.
     */
    private byte[] sortKey(int content, int band) {
        byte[] components = contents.sample(content).components();
        int behind = (band + 1) * scheme.banding().rows() % components.length;
        int first = behind - behind % (Byte.SIZE / scheme.signatureBits());
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        key.write(components, first, components.length - first);
        key.writeBytes(
                ByteBuffer.allocate(Integer.BYTES)
                        .putInt(contents.sample(content).shingles().size())
                        .array());
        key.write(components, 0, first);
        long sum = contents.sample(content).sketch().fingerprint().sum();
        key.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(sum).array());
        return key.toByteArray();
    }
}
