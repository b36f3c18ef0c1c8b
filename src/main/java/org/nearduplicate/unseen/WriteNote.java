package org.nearduplicate.unseen;

import java.util.ArrayList;
import java.util.List;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.SketchedText;

/**
 * What a shard wrote and readers of searches may not show yet: it tells whether a lookup has to be preceded by a refresh, and
 * nothing else. Whatever it does not know counts as a reason: it begins with that, and again when it was off or full.
 *
 * <p>The order that makes it sound: a write is noted before it is acknowledged; a lookup takes a {@link #view} before it opens
 * its reader. So what was acknowledged before the lookup is shown by the reader, or in the view. What is noted is
 * forgotten when all later readers show it, which is known without a listener: what was {@linkplain NotedWrites closed} before a
 * refresh is shown after it; and since readers replace each other one at a time, the second one that differs from the first that
 * was met since was opened after that, and shows it.
 *
 * <p>Safe for use by several threads; each call holds the lock of this shard while it looks through texts that may be similar, up to a thousand.
 */
public final class WriteNote {

    private static final long NO_READER = -1;

    private final long maxBytes;
    private final MemoryBudget budget;

    private volatile boolean isOn;

    /** Whether all is noted that readers do not show. */
    private boolean isComplete;

    /** How often it went off, so that what was begun before is known to be of no use. */
    private long outages;

    private List<NotedWrites> closed = List.of();
    private NotedWrites current = new NotedWrites(1);

    /** The number of the last writes that all new readers show. */
    private long shown;

    private long bytes;
    private long lastReader = NO_READER;
    private int newerReaders;

    /**
     * @param maxBytes how much is noted at most
     * @param budget is asked for it, and gets it back
     */
    public WriteNote(long maxBytes, MemoryBudget budget) {
        this.maxBytes = maxBytes;
        this.budget = budget;
    }

    /** What a lookup has to reckon with: all that was noted when it began, also if others forget it meanwhile. */
    public final class View {

        private final boolean isUnknown;
        private final List<NotedWrites> parts;

        private View(boolean isUnknown, List<NotedWrites> parts) {
            this.isUnknown = isUnknown;
            this.parts = parts;
        }

        /** Returns what all writes need to be shown. */
        public long all() {
            return parts.getLast().number();
        }

        /**
         * Returns what the near duplicates of a text need to be shown.
         *
         * @param text the text, sketched by the scheme of the field
         * @param rows how many rows of a band a query takes
         * @param minSimilarity the similarity to reach, in (0,1]
         * @param verify how a query computes it, or null for either
         * @return the number of the writes up to which readers must show them, or 0 if a reader that is opened now needs no refresh
         */
        public long needed(
                String field, SketchedText text, int rows, double minSimilarity, Verify verify) {
            if (isUnknown) {
                return all();
            }
            synchronized (WriteNote.this) {
                for (NotedWrites part : parts.reversed()) {
                    if (part.maySimilar(field, text, rows, minSimilarity, verify)) {
                        return part.number();
                    }
                }
            }
            return 0;
        }

        /** Returns whether any document was deleted or replaced. */
        public boolean hasGone() {
            synchronized (WriteNote.this) {
                return parts.stream().anyMatch(NotedWrites::hasGone);
            }
        }

        /** Returns whether a document was deleted or replaced. */
        public boolean isGone(long name) {
            synchronized (WriteNote.this) {
                return parts.stream().anyMatch(part -> part.isGone(name));
            }
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
            current.addGone(name);
            charge();
        }
    }

    /** Forgets all, and notes nothing until the next lookup: also after any failure to note. */
    public synchronized void off() {
        isOn = false;
        isComplete = false;
        outages++;
        closed = List.of();
        current = new NotedWrites(current.number() + 1);
        charge();
    }

    /** Returns what a lookup has to reckon with. To be called before its reader is opened. */
    public synchronized View view() {
        isOn = true;
        if (isComplete && closed.isEmpty() && current.isEmpty() == false) {
            close();
        }
        List<NotedWrites> parts = new ArrayList<>(closed);
        parts.add(current);
        return new View(isComplete == false, parts);
    }

    /**
     * Takes note of the reader of a lookup.
     *
     * @param view its view, taken before
     * @param version that of the reader: later ones have higher ones
     * @param isCurrent whether the reader shows all that was written until now
     */
    public synchronized void saw(View view, long version, boolean isCurrent) {
        if (closed.isEmpty() || view.all() <= closed.getLast().number()) {
            return;
        }
        if (lastReader != NO_READER && version > lastReader) {
            newerReaders++;
        }
        lastReader = Math.max(lastReader, version);
        if (newerReaders == 2 || isCurrent) {
            forget(closed.getLast().number());
        }
    }

    /**
     * Refreshes if a lookup needs it. To be called by one after the other: whoever waits for another one mostly finds that done which
     * it needs.
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
            upTo = current.number() - 1;
            outagesBefore = outages;
        }
        refresh.run();
        synchronized (this) {
            forget(upTo);
            isComplete |= isOn && outages == outagesBefore;
        }
    }

    private void close() {
        List<NotedWrites> parts = new ArrayList<>(closed);
        parts.add(current);
        closed = List.copyOf(parts);
        current = new NotedWrites(current.number() + 1);
        lastReader = NO_READER;
        newerReaders = 0;
    }

    private void forget(long upTo) {
        shown = Math.max(shown, upTo);
        closed = closed.stream().filter(part -> part.number() > upTo).toList();
        charge();
    }

    /** Asks for what is needed now, or gives back what is not; if there is no room, nothing is noted. */
    private void charge() {
        long needed = current.ramBytesUsed();
        for (NotedWrites part : closed) {
            needed += part.ramBytesUsed();
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
