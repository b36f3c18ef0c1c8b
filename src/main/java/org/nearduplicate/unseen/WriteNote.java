package org.nearduplicate.unseen;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * What a shard wrote and readers of searches may not show yet: it decides whether a lookup has to be preceded by a refresh,
 * and nothing else. Whatever it does not know counts as a reason: it begins with that, and again when it was off or full.
 *
 * <p>The order that makes it sound: a write is noted before it is acknowledged; a lookup takes a {@link #view} before it opens
 * its reader. So what was acknowledged before the lookup is shown by the reader, or in the view. What is noted is
 * forgotten when all later readers show it, which is known without a listener: what was closed before a
 * refresh is shown after it; and since readers replace each other one at a time, the second one that differs from the first that
 * was met since was opened after that, and shows it.
 *
 * <p>Safe for use by several threads; each call holds the lock of this shard while it looks through texts that may be similar, up to a thousand.
 */
public final class WriteNote {

    /** The most texts that a lookup is compared with: beyond that a refresh costs less. */
    private static final int MOST_COMPARISONS = 1_000;

    private static final long BYTES_OF_NAME = 64;
    private static final long NO_READER = -1;

    private final long maxBytes;
    private final MemoryBudget budget;

    private volatile boolean isOn;

    /** Whether all is noted that readers do not show. */
    private boolean isComplete;

    /** How often it went off, so that what was begun before is known to be of no use. */
    private long outages;

    private List<Part> closed = List.of();
    private Part current = new Part(1);

    /** The number of the last writes that all new readers show. */
    private long shown;

    private long bytes;
    private long lastReader = NO_READER;
    private int newerReaders;

    /**
     * @param maxBytes how much is noted at most
     * @param budget is charged for it, and gets it back
     */
    public WriteNote(long maxBytes, MemoryBudget budget) {
        this.maxBytes = maxBytes;
        this.budget = budget;
    }

    /** What a lookup has to reckon with: all that was noted when it began, also if others forget it meanwhile. */
    public final class View {

        private final boolean isUnknown;
        private final List<Part> parts;

        private View(boolean isUnknown, List<Part> parts) {
            this.isUnknown = isUnknown;
            this.parts = parts;
        }

        /** Returns what all writes need to be shown. */
        public long all() {
            return parts.getLast().number;
        }

        /**
         * Returns what the near duplicates of a text need to be shown.
         *
         * @param comparison compares the text, sketched by the scheme of the field, as a query does
         * @param rows how many rows of a band a query takes
         * @return the number of the writes up to which readers must show them, or 0 if a reader that is opened now needs no refresh
         */
        public long needed(
                String field, TextComparison comparison, int rows) {
            if (isUnknown) {
                return all();
            }
            synchronized (WriteNote.this) {
                for (Part part : parts.reversed()) {
                    if (part.maySimilar(field, comparison, rows)) {
                        return part.number;
                    }
                }
            }
            return 0;
        }

        /** Returns whether any document was deleted or replaced. */
        public boolean hasGone() {
            synchronized (WriteNote.this) {
                return parts.stream().anyMatch(part -> part.gone.isEmpty() == false);
            }
        }

        /** Returns whether a document was deleted or replaced. */
        public boolean isGone(long name) {
            synchronized (WriteNote.this) {
                return parts.stream().anyMatch(part -> part.gone.contains(name));
            }
        }
    }

    /** Writes from one point in time to another. Guarded by their note. */
    private static final class Part {

        /** Later ones have higher ones. */
        private final long number;
        private final Map<String, TextTable> texts = new HashMap<>(2);
        private final Set<String> unknown = new HashSet<>(0);
        private final Set<Long> gone = new HashSet<>(0);
        private long bytes;

        private Part(long number) {
            this.number = number;
        }

        private void add(String field, SketchedText text) {
            if (text == null) {
                unknown.add(field);
                return;
            }
            texts.computeIfAbsent(field, none -> new TextTable(text.keys().length)).add(text);
            bytes += TextTable.ramBytesUsed(text);
        }

        private boolean isEmpty() {
            return texts.isEmpty() && unknown.isEmpty() && gone.isEmpty();
        }

        /** Returns whether a text has a near duplicate here, or may have one. */
        private boolean maySimilar(String field, TextComparison comparison, int rows) {
            TextTable ofField = texts.get(field);
            if (ofField == null || unknown.contains(field)) {
                return unknown.contains(field);
            }
            int[] compared = new int[1];
            return ofField.visitCandidates(
                    comparison.text(), rows, Integer.MAX_VALUE,
                    number -> ++compared[0] <= MOST_COMPARISONS && comparison
                            .similarity(ofField.get(number)) == Jaccard.REJECTED) == false;
        }
    }

    /** Returns whether writes are to be noted: not before the first lookup. */
    public boolean isOn() {
        return isOn;
    }

    /** Notes a text that is written to a field, null if it is not known. */
    public synchronized void add(String field, SketchedText text) {
        if (isOn) {
            current.add(field, text);
            charge();
        }
    }

    /** Notes that a document is deleted, or replaced. */
    public synchronized void addGone(long name) {
        if (isOn) {
            current.bytes += current.gone.add(name) ? BYTES_OF_NAME : 0;
            charge();
        }
    }

    /** Forgets all, and notes nothing until the next lookup: also after any failure to note. */
    public synchronized void off() {
        isOn = false;
        isComplete = false;
        outages++;
        closed = List.of();
        current = new Part(current.number + 1);
        charge();
    }

    /** Returns what a lookup has to reckon with. To be called before its reader is opened. */
    public synchronized View view() {
        isOn = true;
        if (isComplete && closed.isEmpty() && current.isEmpty() == false) {
            close();
        }
        return new View(isComplete == false, parts());
    }

    /**
     * Takes note of the reader of a lookup.
     *
     * @param view its view, taken before
     * @param version that of the reader: later ones have higher ones
     * @param isCurrent whether the reader shows all that was written until now
     */
    public synchronized void saw(View view, long version, boolean isCurrent) {
        if (closed.isEmpty() || view.all() <= closed.getLast().number) {
            return;
        }
        if (lastReader != NO_READER && version > lastReader) {
            newerReaders++;
        }
        lastReader = Math.max(lastReader, version);
        if (newerReaders == 2 || isCurrent) {
            forget(closed.getLast().number);
        }
    }

    /**
     * Refreshes if a lookup needs it. To be called by one lookup after the other: a lookup that waited mostly finds that
     * the refresh it needs was done.
     *
     * @param refresh makes new readers show all that was written before it began; what it throws is thrown
     */
    public void refresh(View view, long needed, Runnable refresh) {
        long upTo;
        long outagesBefore;
        synchronized (this) {
            if (shown >= needed && (isComplete || view.isUnknown == false)) {
                return;
            }
            // What is noted from now on may not be shown by it.
            close();
            upTo = current.number - 1;
            outagesBefore = outages;
        }
        refresh.run();
        synchronized (this) {
            forget(upTo);
            isComplete |= isOn && outages == outagesBefore;
        }
    }

    private List<Part> parts() {
        return Stream.concat(closed.stream(), Stream.of(current)).toList();
    }

    private void close() {
        closed = parts();
        current = new Part(current.number + 1);
        lastReader = NO_READER;
        newerReaders = 0;
    }

    private void forget(long upTo) {
        shown = Math.max(shown, upTo);
        closed = closed.stream().filter(part -> part.number > upTo).toList();
        charge();
    }

    /** Charges what is needed now, or gives back what is not; if that is refused, nothing is noted. */
    private void charge() {
        long needed = current.bytes;
        for (Part part : closed) {
            needed += part.bytes;
        }
        try {
            if (needed > maxBytes) {
                off();
                return;
            }
            budget.reserve(needed - bytes);
            bytes = needed;
        } catch (RuntimeException e) {
            off();
        }
    }
}
