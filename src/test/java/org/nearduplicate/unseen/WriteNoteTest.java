package org.nearduplicate.unseen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/** A shard is written, refreshed and searched in any order: a lookup that uses its note finds what was acknowledged before. */
public class WriteNoteTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final TextSketcher SKETCHER = new TextSketcher(
            FIELD, new NearDuplicateAnalyzer(), Schemes.words(1, 48, 8, 6));
    private static final int ROWS = 6;
    private static final List<SketchedText> TEXTS = IntStream.range(0, 12)
            .mapToObj(i -> text("one" + i + " two" + i + " three" + i))
            .toList();

    private final Map<String, Integer> stored = new HashMap<>();
    private final List<Lookup> lookups = new ArrayList<>();
    private Reader newest = new Reader(1, Map.of(), 0);
    private Reader opening;
    private boolean isRefreshingForLookup;
    private long writes;
    private long charged;
    private int refreshesForLookups;
    private int answered;
    private WriteNote note;

    private static SketchedText text(String words) {
        ShingleHashes hashes = new ShingleHashes();
        SKETCHER.shingle(words, hashes);
        return SketchedText.of(SKETCHER.sketch(hashes), hashes);
    }

    /** What searches see. */
    private record Reader(long version, Map<String, Integer> documents, long writes) {

        Set<String> with(int text) {
            Set<String> found = new HashSet<>();
            documents.forEach((id, has) -> {
                if (has == text) {
                    found.add(id);
                }
            });
            return found;
        }
    }

    /** A lookup, of which any step may come after anything else that happens to the shard. */
    private final class Lookup {

        private final int text = random().nextInt(TEXTS.size());

        /** A copy is one also of a text of which nothing counts. */
        private final ShingleSet ignored = random().nextBoolean()
                ? ShingleSet.EMPTY
                : TEXTS.get(random().nextInt(TEXTS.size())).shingles();
        private final WriteNote.View view;
        private final Map<String, Integer> before = Map.copyOf(stored);
        private final Map<String, Long> lastWrites = Map.copyOf(lastWrite);
        private Reader reader;
        private boolean isReported;

        Lookup() {
            view = note.view();
        }

        /** Returns whether it goes on. */
        boolean step() {
            if (reader == null) {
                long needed = view.needed(FIELD, comparison(TEXTS.get(text), ignored), ROWS);
                if (needed > 0) {
                    refresh(needed);
                } else {
                    reader = newest;
                }
                return true;
            }
            if (isReported == false) {
                note.saw(view, reader.version, reader.writes == writes);
                isReported = true;
                return true;
            }
            boolean isStale = view.hasGone()
                    && reader.with(text).stream().anyMatch(id -> view.isGone(id.hashCode()));
            if (isStale) {
                refresh(view.all());
            }
            check();
            return false;
        }

        private void refresh(long needed) {
            note.refresh(view, needed, () -> {
                refreshesForLookups++;
                endRefresh();
                beginRefresh();
                isRefreshingForLookup = true;
                for (int i = random().nextInt(4); i > 0; i--) {
                    happen(random().nextInt(13));
                }
                isRefreshingForLookup = false;
                endRefresh();
            });
            reader = newest;
            isReported = true;
        }

        private void check() {
            answered++;
            Set<String> found = reader.with(text);
            for (String id : IDS) {
                boolean isUnchanged = lastWrite.getOrDefault(id, 0L)
                        .equals(lastWrites.getOrDefault(id, 0L));
                if (isUnchanged) {
                    assertEquals(
                            id, before.containsKey(id) && before.get(id) == text,
                            found.contains(id));
                }
            }
        }
    }

    private static final List<String> IDS = List.of("a", "b", "c", "d", "e", "f");

    private final Map<String, Long> lastWrite = new HashMap<>();

    /** A reader shows what was written when it began to be opened; it is opened while others write. */
    private void beginRefresh() {
        opening = new Reader(newest.version + 1, Map.copyOf(stored), writes);
    }

    private void endRefresh() {
        if (opening != null && opening.writes != newest.writes) {
            newest = opening;
        }
        opening = null;
    }

    private void write() {
        String id = IDS.get(random().nextInt(IDS.size()));
        writes++;
        lastWrite.put(id, writes);
        boolean isThere = stored.containsKey(id);
        if (isThere && random().nextBoolean()) {
            stored.remove(id);
            note.addGone(id.hashCode());
            return;
        }
        int text = random().nextInt(TEXTS.size());
        stored.put(id, text);
        if (isThere) {
            note.addGone(id.hashCode());
        }
        note.add(FIELD, rarely() ? null : TEXTS.get(text));
    }

    /** What happens to a shard beside lookups. */
    private void happen(int random) {
        if (random < 10) {
            write();
        } else if (random == 10 && random().nextInt(4) == 0) {
            note.off();
            write();
            lookups.add(new Lookup());
        } else if (opening == null) {
            beginRefresh();
        } else if (isRefreshingForLookup == false) {
            endRefresh();
        }
    }

    private void run(int steps, int writesOf10) {
        for (int i = 0; i < steps; i++) {
            int random = random().nextInt(30);
            if (random < writesOf10 || random >= 10 && random < 13) {
                happen(random);
            } else if (lookups.isEmpty() || random < 14) {
                lookups.add(new Lookup());
            } else {
                Lookup one = lookups.get(random().nextInt(lookups.size()));
                if (one.step() == false) {
                    lookups.remove(one);
                }
            }
        }
        for (Lookup left : List.copyOf(lookups)) {
            while (left.step()) {
                // To its end.
            }
        }
        lookups.clear();
    }

    public void testALookupFindsAllThatWasAcknowledged() {
        for (int round = 0; round < 80; round++) {
            note = new WriteNote(
                    rarely() ? 2_000 : 1 << 20, bytes -> charged += bytes);
            run(3_000, random().nextInt(10));
            note.off();
            assertEquals(0, charged);
        }
        assertTrue(answered > 1_000);
        assertTrue(refreshesForLookups + " for " + answered, refreshesForLookups < answered);
    }

    /** Where nothing is similar it says so, and what all see is forgotten. */
    public void testRefreshesOnlyWhenItMatters() {
        note = new WriteNote(1 << 20, bytes -> charged += bytes);
        lookUp(0);
        assertEquals("what was written before it was on is not known", 1, refreshesForLookups);
        for (int i = 0; i < 10; i++) {
            note.add(FIELD, TEXTS.get(1));
            writes++;
            lookUp(0);
        }
        assertEquals(1, refreshesForLookups);
        lookUp(1);
        assertEquals(2, refreshesForLookups);
        lookUp(1);
        assertEquals("seen already", 2, refreshesForLookups);
        assertEquals(0, charged);
    }

    /** Copies that agree in fewer rows of each band than a query takes, or in as many. */
    public void testThoseThatShareTheRowsOfAQueryMatter() {
        note = new WriteNote(1 << 20, bytes -> charged += bytes);
        lookUp(0);
        SketchedText text = TEXTS.get(1);
        for (int shared = BandRows.FEWEST; shared < ROWS; shared++) {
            long[] keys = text.keys().clone();
            for (int band = 0; band < keys.length; band++) {
                keys[band] ^= BandRows.last(0, shared) ^ BandRows.last(0, shared + 1);
            }
            note.add(FIELD, SketchedText.read(
                    SKETCHER.scheme(), keys, text.signature().stored(),
                    text.shingles().toBytes()));
            for (int rows = BandRows.FEWEST; rows <= ROWS; rows++) {
                assertEquals(
                        shared + " shared, " + rows + " taken", rows <= shared,
                        note.view().needed(FIELD, comparison(text, ShingleSet.EMPTY), rows) > 0);
            }
        }
    }

    private void lookUp(int text) {
        WriteNote.View view = note.view();
        long needed = view.needed(FIELD, comparison(TEXTS.get(text), ShingleSet.EMPTY), ROWS);
        if (needed > 0) {
            note.refresh(view, needed, () -> {
                refreshesForLookups++;
                beginRefresh();
                endRefresh();
            });
        }
        note.saw(view, newest.version, newest.writes == writes);
    }

    private static TextComparison comparison(SketchedText text, ShingleSet ignored) {
        return new TextComparison(text, 0.8, Verify.EXACT, ignored);
    }
}
