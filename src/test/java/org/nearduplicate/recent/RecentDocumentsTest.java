package org.nearduplicate.recent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SketchAlgorithm;
import org.nearduplicate.sketch.SketchedText;

/** Recent documents come, are written, seen and go as in a plain list of them, and are found as by a loop over it. */
public class RecentDocumentsTest extends LuceneTestCase {

    /** Few bands of few rows: related sets meet in some of them, and in others not. */
    private static final Scheme SCHEME =
            new Scheme(
                    1, ShingleUnit.WORD, 3, HashFunction.XXH3, 0, SketchAlgorithm.FAST_SIMILARITY,
                    32, 4, new Banding(4, 3));

    private static final TextSketcher SKETCHER =
            new TextSketcher("f", new NearDuplicateAnalyzer(), SCHEME);

    private static final List<Place> PLACES = List.of(
            new Place("a", "f"), new Place("a", "g"), new Place("b", "f"));

    private final CountingMonitor reserved = CountingMonitor.unlimited();
    private final List<Set<Long>> families = new ArrayList<>();

    /** What the list knows of a document. */
    private static final class Known {

        private final RecentDocument document;
        private final Set<Long> set;
        private final SketchedText text;
        private Integer shard;
        private long sequenceNumber;
        private long lastBlindLookup = Long.MAX_VALUE;

        Known(RecentDocument document, Set<Long> set, SketchedText text) {
            this.document = document;
            this.set = set;
            this.text = text;
        }
    }

    public void testAgainstAList() {
        for (int i = 0; i < 4; i++) {
            families.add(randomSet(20 + random().nextInt(40)));
        }
        RecentDocuments recent =
                new RecentDocuments(new RecentLimit(1000, Long.MAX_VALUE), reserved);
        List<Known> list = new ArrayList<>();
        long lookup = 0;
        for (int step = 0; step < 1000; step++) {
            switch (random().nextInt(8)) {
                case 0, 1, 2 -> add(recent, list);
                case 3 -> write(recent, list);
                case 4 -> {
                    Place place = randomPlace();
                    String id = randomId();
                    int shard = random().nextInt(2);
                    recent.supersede(place, id, shard, step);
                    Known known =
                            new Known(RecentDocument.superseded(place, id), null, null);
                    known.shard = shard;
                    known.sequenceNumber = step;
                    insertWritten(list, known);
                    removeOlder(list, known);
                }
                case 5 -> {
                    String index = randomPlace().index();
                    int shard = random().nextInt(2);
                    long upTo = random().nextInt(step + 1);
                    recent.visible(index, shard, upTo, lookup);
                    for (Known known : list) {
                        if (known.document.place().index().equals(index)
                                && known.shard != null && known.shard == shard
                                && known.sequenceNumber <= upTo) {
                            known.lastBlindLookup = Math.min(known.lastBlindLookup, lookup);
                        }
                    }
                }
                case 6 -> {
                    long oldest = lookup - random().nextInt(3);
                    recent.forgetSeen(oldest);
                    list.removeIf(known -> known.lastBlindLookup < oldest);
                }
                default -> {
                    if (list.isEmpty() == false && random().nextBoolean()) {
                        Known gone = list.get(random().nextInt(list.size()));
                        // Of what was superseded the test has another object.
                        if (gone.text != null) {
                            list.remove(gone);
                            recent.forget(List.of(gone.document, gone.document));
                        }
                    } else if (rarely()) {
                        recent.forgetIndex("b");
                        list.removeIf(known -> known.document.place().index().equals("b"));
                    }
                }
            }
            lookup += random().nextInt(2);
            assertSame(recent, list, lookup);
        }
        assertEquals(0, recent.size().evictedUnseen());
        recent.forgetIndex("a");
        recent.forgetIndex("b");
        assertEquals(new RecentDocuments.Size(0, 0, 0), recent.size());
        assertEquals(0, reserved.reserved());
    }

    public void testTheOldestGo() {
        RecentDocuments recent = new RecentDocuments(new RecentLimit(3, Long.MAX_VALUE), reserved);
        List<RecentDocument> documents = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            documents.add(document(new Place("a", "f"), Integer.toString(i), randomSet(9)));
        }
        recent.add(documents.get(0));
        recent.add(documents.get(1));
        recent.written(documents.get(1), 0, 7);
        recent.visible("a", 0, 7, 1);
        recent.add(documents.get(2));
        assertEquals(0, recent.size().evictedUnseen());
        recent.add(documents.get(3));
        assertEquals(1, recent.size().evictedUnseen());
        assertFalse(isSuperseded(recent, "0"));
        assertTrue(isSuperseded(recent, "1"));
        // A search sees the next one that goes.
        recent.add(documents.get(4));
        assertEquals(1, recent.size().evictedUnseen());
        assertFalse(isSuperseded(recent, "1"));
        assertTrue(isSuperseded(recent, "2"));
        assertEquals(3, recent.size().count());
        // What went is forgotten once more, when it is due.
        recent.forgetSeen(9);
        assertEquals(3, recent.size().count());
        assertEquals(reserved.reserved(), recent.size().bytes());
    }

    public void testBytesAreBounded() {
        RecentDocument one = document(new Place("a", "f"), "1", randomSet(50));
        RecentDocument two = document(new Place("a", "f"), "2", randomSet(50));
        RecentDocuments recent = new RecentDocuments(
                new RecentLimit(10, one.ramBytesUsed() + two.ramBytesUsed() - 1), reserved);
        recent.add(one);
        assertEquals(1, recent.size().count());
        recent.add(two);
        assertEquals(1, recent.size().count());
        assertTrue(isSuperseded(recent, "2"));
        assertEquals(1, recent.size().evictedUnseen());
        assertEquals(two.ramBytesUsed(), reserved.reserved());
    }

    /** Without memory a document is not kept, and nothing is charged for it. */
    public void testNoMemory() {
        RecentDocuments recent = new RecentDocuments(new RecentLimit(10, 10_000), bytes -> {
            throw new IllegalStateException("no memory");
        });
        expectThrows(
                IllegalStateException.class,
                () -> recent.add(document(new Place("a", "f"), "1", randomSet(50))));
        assertEquals(new RecentDocuments.Size(0, 0, 1), recent.size());
    }

    private void add(RecentDocuments recent, List<Known> list) {
        Place place = randomPlace();
        String id = randomId();
        Set<Long> set = randomVersion();
        SketchedText text = sketch(set);
        RecentDocument document =
                RecentDocument.of(place, id, text, random().nextBoolean() ? "me" : "you");
        recent.add(document);
        list.add(new Known(document, set, text));
    }

    private void write(RecentDocuments recent, List<Known> list) {
        List<Known> unwritten = list.stream().filter(known -> known.shard == null).toList();
        if (unwritten.isEmpty() == false) {
            Known known = unwritten.get(random().nextInt(unwritten.size()));
            known.shard = random().nextInt(2);
            known.sequenceNumber = random().nextInt(1000);
            recent.written(known.document, known.shard, known.sequenceNumber);
            removeOlder(list, known);
        }
    }

    /** Behind what is still to be written of the same document. */
    private static void insertWritten(List<Known> list, Known written) {
        int place = list.size();
        for (int i = list.size() - 1; i >= 0; i--) {
            Known known = list.get(i);
            if (isNamed(known, written.document.place(), written.document.id())) {
                if (known.shard != null) {
                    break;
                }
                place = i;
            }
        }
        list.add(place, written);
    }

    private static void removeOlder(List<Known> list, Known written) {
        for (int i = list.indexOf(written) - 1; i >= 0; i--) {
            Known known = list.get(i);
            if (isNamed(known, written.document.place(), written.document.id())) {
                if (written.shard.equals(known.shard)
                        && written.sequenceNumber < known.sequenceNumber) {
                    list.remove(written);
                    return;
                }
                list.remove(i);
            }
        }
    }

    /** Returns the newest that counts for me. */
    private static Known newest(List<Known> list, Place place, String id) {
        return list.stream().filter(known -> isNamed(known, place, id))
                .filter(known -> known.text == null || isMine(known.document))
                .reduce((older, newer) -> newer).orElse(null);
    }

    private static boolean isMine(RecentDocument document) {
        return document.source().equals("me");
    }

    private void assertSame(RecentDocuments recent, List<Known> list, long lookup) {
        assertEquals(list.size(), recent.size().count());
        assertEquals(reserved.reserved(), recent.size().bytes());
        Place place = randomPlace();
        String id = randomId();
        Known newest = newest(list, place, id);
        assertEquals(
                newest != null && newest.lastBlindLookup >= lookup,
                recent.isSuperseded(place, id, lookup, RecentDocumentsTest::isMine));
        Set<Long> set = randomVersion();
        SketchedText text = sketch(set);
        double minSimilarity = 0.05 + 0.95 * random().nextDouble();
        Verify verify = random().nextBoolean() ? Verify.EXACT : Verify.SIGNATURE;
        Map<String, Double> expected = list.stream()
                .filter(known -> known.text != null && known.document.place().equals(place))
                .filter(known -> known == newest(list, place, known.document.id()))
                .filter(known -> known.lastBlindLookup >= lookup)
                .filter(known -> shareABand(known.text, text))
                .filter(known -> similarity(known, set, text, minSimilarity,
                        verify) >= minSimilarity)
                .collect(
                        Collectors.toMap(
                                known -> known.document.id(),
                                known -> similarity(known, set, text, minSimilarity, verify),
                                (one, two) -> Double.NaN,
                                TreeMap::new));
        int size = 1 + random().nextInt(2 + expected.size());
        Map<String, Double> found = new TreeMap<>();
        for (RecentMatch match : recent.matches(
                place, text, minSimilarity, verify, size, lookup, RecentDocumentsTest::isMine)) {
            assertNull(found.put(match.document().id(), match.similarity()));
        }
        found.forEach((name, similarity) -> assertEquals(expected.get(name), similarity));
        assertEquals(mostSimilar(expected, size), mostSimilar(found, size));
    }

    private static List<Double> mostSimilar(Map<String, Double> matches, int size) {
        return matches.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(size)
                .toList();
    }

    private static boolean isSuperseded(RecentDocuments recent, String id) {
        return recent.isSuperseded(new Place("a", "f"), id, 0, document -> true);
    }

    private static boolean shareABand(SketchedText a, SketchedText b) {
        for (int band = 0; band < a.keys().length; band++) {
            if (a.keys()[band] == b.keys()[band]) {
                return true;
            }
        }
        return false;
    }

    private static double similarity(
            Known known, Set<Long> set, SketchedText text, double minSimilarity, Verify verify) {
        if (verify == Verify.SIGNATURE) {
            // Sizes that do not allow the minimum exclude a document whatever its signature says.
            return new SignatureComparison(SCHEME.signatureFormat(), minSimilarity).similarity(
                    text.signature().stored(), 0, known.text.signature().stored(), 0);
        }
        Set<Long> common = new HashSet<>(known.set);
        common.retainAll(set);
        return (double) common.size() / (known.set.size() + set.size() - common.size());
    }

    private static boolean isNamed(Known known, Place place, String id) {
        return known.document.place().equals(place) && known.document.id().equals(id);
    }

    private static Place randomPlace() {
        return PLACES.get(random().nextInt(PLACES.size()));
    }

    private static String randomId() {
        return Integer.toString(random().nextInt(60));
    }

    private Set<Long> randomVersion() {
        List<Long> family =
                new ArrayList<>(families.get(random().nextInt(families.size())));
        family.sort(Comparator.naturalOrder());
        Set<Long> version = new HashSet<>(family.subList(random().nextInt(8), family.size()));
        version.addAll(randomSet(random().nextInt(5)));
        return version;
    }

    private static Set<Long> randomSet(int size) {
        Set<Long> set = new HashSet<>();
        while (set.size() < size) {
            set.add(random().nextLong());
        }
        return set;
    }

    private static RecentDocument document(Place place, String id, Set<Long> set) {
        return RecentDocument.of(place, id, sketch(set), "me");
    }

    private static SketchedText sketch(Set<Long> set) {
        ShingleHashes hashes = new ShingleHashes();
        set.forEach(hashes::add);
        return SketchedText.of(SKETCHER.sketch(hashes), hashes);
    }
}
