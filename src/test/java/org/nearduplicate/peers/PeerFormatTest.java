package org.nearduplicate.peers;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Peers have the same values, as sets, and are no further apart than the interval. */
public class PeerFormatTest extends LuceneTestCase {

    /** From the year −292,275,054 to 292,278,993: all that a field of dates can hold. */
    private static Instant randomTime() {
        return switch (random().nextInt(3)) {
            case 0 -> Instant.ofEpochMilli(random().nextLong());
            case 1 -> Instant.ofEpochSecond(0, random().nextLong());
            default -> Instant.ofEpochSecond(random().nextInt(3) - 1, random().nextInt(3));
        };
    }

    public void testTimes() {
        for (int i = 0; i < 10_000; i++) {
            Instant a = randomTime();
            Instant b = random().nextInt(3) == 0
                    ? a.plusSeconds(random().nextInt(7) - 3).plusNanos(random().nextInt(3) - 1)
                    : randomTime();
            Duration apart = Duration.between(a, b).abs();
            boolean isShort = apart.compareTo(Duration.ofDays(36_500)) < 0;
            Duration interval = isShort && random().nextBoolean()
                    ? apart.plusNanos(random().nextInt(3) - 1)
                    : Duration.ofNanos(1 + random().nextLong(Long.MAX_VALUE));
            PeerFormat format = new PeerFormat(random().nextBoolean(), interval);
            assertEquals(
                    a + " " + b + " " + format, apart.compareTo(interval) <= 0,
                    format.arePeers(peer(format, a), 3, peer(format, b), 3));
        }
    }

    /** The order of bytes is that of times, so that copies that are near in time stand together. */
    public void testBytesAreInTheOrderOfTimes() {
        PeerFormat format = new PeerFormat(false, Duration.ofDays(1));
        for (int i = 0; i < 1_000; i++) {
            Instant a = randomTime();
            Instant b = randomTime();
            assertEquals(
                    Integer.signum(a.compareTo(b)),
                    Integer.signum(
                            Arrays.compareUnsigned(peer(format, a), peer(format, b))));
        }
    }

    private static byte[] peer(PeerFormat format, Instant time) {
        byte[] peer = new byte[3 + format.length()];
        format.putTime(peer, 3, time);
        return peer;
    }

    /** No two different lists of values have the same hash, however their bytes are spread over values and fields. */
    public void testValues() {
        PeerFormat format = new PeerFormat(true, null);
        Map<List<List<String>>, byte[]> known = new HashMap<>();
        ValuesHash hash = new ValuesHash();
        for (int i = 0; i < 2_000; i++) {
            List<List<String>> fields = randomFields();
            byte[] peer = new byte[format.length()];
            for (List<String> values : fields) {
                for (String value : values) {
                    byte[] bytes = ("x" + value).getBytes(StandardCharsets.UTF_8);
                    hash.add(bytes, 1, bytes.length - 1);
                }
                hash.endField();
            }
            hash.writeTo(peer, 0);
            known.forEach(
                    (other, otherPeer) -> assertEquals(
                            other + " " + fields, other.equals(fields),
                            format.arePeers(otherPeer, 0, peer, 0)));
            known.putIfAbsent(fields, peer);
        }
        assertTrue(known.size() + " lists", known.size() > 10);
    }

    private static List<List<String>> randomFields() {
        return List.of(randomValues(), randomValues());
    }

    private static List<String> randomValues() {
        return random().ints(random().nextInt(3), 0, 3)
                .mapToObj(length -> "a".repeat(length))
                .toList();
    }

    public void testNumbers() {
        PeerFormat format = new PeerFormat(true, null);
        for (int i = 0; i < 1_000; i++) {
            long a = TestUtil.nextLong(random(), -2, 2);
            long b = TestUtil.nextLong(random(), -2, 2);
            assertEquals(a == b, format.arePeers(number(format, a), 0, number(format, b), 0));
        }
    }

    private static byte[] number(PeerFormat format, long value) {
        ValuesHash hash = new ValuesHash();
        hash.add(value);
        hash.endField();
        byte[] peer = new byte[format.length()];
        hash.writeTo(peer, 0);
        return peer;
    }

    public void testWithoutAnythingAllArePeers() {
        assertEquals(0, PeerFormat.NONE.length());
        assertTrue(PeerFormat.NONE.arePeers(new byte[0], 0, new byte[0], 0));
    }
}
