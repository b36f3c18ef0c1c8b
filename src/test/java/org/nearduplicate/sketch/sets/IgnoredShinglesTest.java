package org.nearduplicate.sketch.sets;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Seeded;
import org.nearduplicate.sketch.Shingling;

/**
 * Shares of stored sets, and similarities of what counts of them, are those of java.util sets: of shingles all over their range,
 * of some that are next to each other at either end of it, and of both.
 */
public class IgnoredShinglesTest {

    private static final long SHINGLES = 1L << 34;

    @Rule
    public final Seeded seeded = new Seeded();

    private final Set<Long> like = new HashSet<>();
    private final Set<Long> document = new HashSet<>();
    private final Set<Long> ignored = new HashSet<>();

    @Test
    public void sharesOfRandomSets() {
        for (int i = 0; i < 5_000; i++) {
            draw(40);
            ignored.clear();
            for (ShareOf of : ShareOf.values()) {
                assertShares(of);
            }
        }
    }

    @Test
    public void similaritiesOfWhatCounts() {
        for (int i = 0; i < 5_000; i++) {
            draw(40);
            assertShares(ShareOf.UNION);
        }
    }

    @Test
    public void manyIgnoredShingles() {
        for (int i = 0; i < 200; i++) {
            draw(3_000);
            assertShares(ShareOf.UNION);
        }
    }

    @Test
    public void copiesOfWhatCounts() {
        for (int i = 0; i < 5_000; i++) {
            draw(40);
            assertCopied();
        }
        for (int i = 0; i < 100; i++) {
            draw(3_000);
            assertCopied();
        }
    }

    private void assertCopied() {
        long[] left =
                minus(document, ignored).stream().mapToLong(Long::longValue).sorted().toArray();
        byte[] expected = ReferenceSet.stored(left);
        byte[] copied = new byte[7 + StoredShingles.length(document.size()) + 9];
        IgnoredShingles shingles = new IgnoredShingles(set(ignored));
        assertEquals(left.length, shingles.countOthers(open()));
        assertEquals(expected.length, shingles.copyOthers(open(), copied, 7));
        assertArrayEquals(expected, Arrays.copyOfRange(copied, 7, 7 + expected.length));
        Arrays.fill(copied, 7, 7 + expected.length, (byte) 0);
        assertArrayEquals("something else was written", new byte[copied.length], copied);
    }

    @Test
    public void ofNothingOrOfWhatIsIgnoredNothingIsShared() {
        document.add(1L);
        assertShare(ShareOf.UNION, 0, 0);
        like.add(2L);
        ignored.add(1L);
        assertShare(ShareOf.UNION, 0, 0);
        assertShare(ShareOf.UNION, Double.MIN_VALUE, Jaccard.REJECTED);
    }

    /** All but the first stand far from the place that their hashes say. */
    @Test
    public void shinglesThatAreAllNearEachOther() {
        like.addAll(LongStream.range(0, 40_000).map(i -> 3 * i).boxed().toList());
        document.addAll(LongStream.range(0, 40_000).map(i -> 2 * i).boxed().toList());
        // Every sixth number below 80,000 is in both.
        assertShare(ShareOf.LIKE, 0, 13_334 / 40_000.0);
    }

    private void draw(int most) {
        Random random = seeded.random();
        long range = 1 + random.nextInt(2 * most);
        int ends = random.nextInt(4);
        for (Set<Long> set : List.of(like, document, ignored)) {
            set.clear();
            for (int i = random.nextInt(most); i >= 0; i--) {
                long near = (long) (random.nextDouble() * range);
                switch (ends) {
                    case 0 -> set.add(near);
                    case 1 -> set.add(SHINGLES - 1 - near);
                    case 2 -> set.add(near * 0x9E3779B97F4A7C15L >>> 30);
                    default -> set.add(random.nextBoolean() ? near : SHINGLES - 1 - near);
                }
            }
        }
        if (random.nextInt(3) == 0) {
            document.addAll(like);
        }
        if (random.nextInt(6) == 0) {
            ignored.clear();
        }
    }

    private void assertShares(ShareOf of) {
        Set<Long> a = minus(like, ignored);
        Set<Long> b = minus(document, ignored);
        int common = a.size() - minus(a, b).size();
        double expected = a.isEmpty() || b.isEmpty() ? 0 : switch (of) {
            case UNION -> common / (double) (a.size() + b.size() - common);
            case LIKE -> common / (double) a.size();
            case DOCUMENT -> common / (double) b.size();
        };
        for (double atLeast : new double[] {
                0, expected / 2, Math.nextDown(expected), expected, Math.nextUp(expected),
                (1 + expected) / 2, 1}) {
            assertShare(
                    of, Math.max(0, atLeast), expected >= atLeast ? expected : Jaccard.REJECTED);
        }
    }

    private void assertShare(ShareOf of, double atLeast, double expected) {
        ShingleSet counted = set(minus(like, ignored));
        assertEquals(
                of + " of " + like + " and " + document + " without " + ignored, expected,
                ignored.isEmpty()
                        ? counted.share(of, open(), atLeast)
                        : new IgnoredShingles(set(ignored)).similarity(counted, open(), atLeast),
                0);
    }

    /** Opens the set of the document, which stands among other bytes. */
    private StoredShingles open() {
        int offset = seeded.random().nextInt(9);
        byte[] set = set(document).toBytes();
        byte[] stored = new byte[offset + set.length + 5];
        Arrays.fill(stored, (byte) 1);
        System.arraycopy(set, 0, stored, offset, set.length);
        return new StoredShingles().open(stored, offset);
    }

    private static ShingleSet set(Set<Long> shingles) {
        return shingles.isEmpty()
                ? ShingleSet.EMPTY
                : ShingleSet.of(
                        Shingling.hashes(shingles.stream().mapToLong(i -> i << 30).toArray()));
    }

    private static Set<Long> minus(Set<Long> from, Set<Long> other) {
        Set<Long> left = new HashSet<>(from);
        left.removeAll(other);
        return left;
    }
}
