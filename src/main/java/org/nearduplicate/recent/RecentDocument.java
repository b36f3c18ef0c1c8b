package org.nearduplicate.recent;

import java.util.Objects;
import org.nearduplicate.sketch.SketchedText;

/**
 * A document that was let into an index, or one that was deleted or replaced there by something else, until a search
 * sees that. What it is does not change; where it is on its way is known to its {@link RecentDocuments} only.
 */
public final class RecentDocument {

    private static final int NOT_WRITTEN = -1;

    /** About what an object takes, beside what it leads to. */
    private static final long BASE_BYTES = 160;

    private final Place place;
    private final String id;
    private final SketchedText text;
    private final Object source;
    private final RecentDocument[] next;
    private final RecentDocument[] previous;
    private RecentDocument older;
    private RecentDocument newer;
    private int shard = NOT_WRITTEN;
    private long sequenceNumber;
    private long lastBlindLookup = Long.MAX_VALUE;
    private long lastComparison;

    private RecentDocument(Place place, String id, SketchedText text, Object source) {
        this.place = Objects.requireNonNull(place);
        this.id = Objects.requireNonNull(id);
        this.text = text;
        this.source = source;
        int bands = text == null ? 0 : text.keys().length;
        this.next = new RecentDocument[bands];
        this.previous = new RecentDocument[bands];
    }

    /**
     * Creates a document that is let in.
     *
     * @param place where it will be
     * @param id its {@code _id}
     * @param text its text, sketched by the scheme of the place
     * @param source where it came from, which tells who may find it
     * @return the document
     */
    public static RecentDocument of(Place place, String id, SketchedText text, Object source) {
        return new RecentDocument(place, id, Objects.requireNonNull(text), source);
    }

    /** Creates one of which is only known that it is not any more what a search sees. */
    static RecentDocument superseded(Place place, String id) {
        return new RecentDocument(place, id, null, null);
    }

    /** Returns where it will be. */
    public Place place() {
        return place;
    }

    /** Returns its {@code _id}. */
    public String id() {
        return id;
    }

    /** Returns where it came from. */
    public Object source() {
        return source;
    }

    /** Returns whether it has the same text as another one. */
    public boolean hasTextOf(RecentDocument other) {
        return Objects.equals(text, other.text);
    }

    /** Returns its text, or null if that is not known. */
    SketchedText text() {
        return text;
    }

    /** Returns the bytes that it takes on the heap, roughly, with its share of the chains. */
    long ramBytesUsed() {
        long characters = (long) Character.BYTES * id.length();
        return BASE_BYTES + characters
                + (text == null ? 0 : text.ramBytesUsed() + 4L * Integer.BYTES * next.length);
    }

    /** Returns whether it was written. */
    public boolean isWritten() {
        return shard != NOT_WRITTEN;
    }

    void write(int toShard, long number) {
        this.shard = toShard;
        this.sequenceNumber = number;
    }

    /** Returns the shard that wrote it. */
    int shard() {
        return shard;
    }

    /** Returns the sequence number by which it was written. */
    long sequenceNumber() {
        return sequenceNumber;
    }

    /** Takes note of the last lookup that may not see it. */
    void show(long lookup) {
        lastBlindLookup = lookup;
    }

    /** Returns whether there is a lookup that sees it. */
    boolean isVisible() {
        return lastBlindLookup < Long.MAX_VALUE;
    }

    /** Returns whether a lookup sees it for sure. */
    boolean isSeenBy(long lookup) {
        return lastBlindLookup < lookup;
    }

    /** Returns whether it was written before another one, by the same shard. */
    boolean isWrittenBefore(RecentDocument other) {
        return shard == other.shard && sequenceNumber < other.sequenceNumber;
    }

    RecentDocument older() {
        return older;
    }

    void older(RecentDocument document) {
        older = document;
    }

    RecentDocument newer() {
        return newer;
    }

    void newer(RecentDocument document) {
        newer = document;
    }

    RecentDocument next(int band) {
        return next[band];
    }

    void next(int band, RecentDocument document) {
        next[band] = document;
    }

    RecentDocument previous(int band) {
        return previous[band];
    }

    void previous(int band, RecentDocument document) {
        previous[band] = document;
    }

    /** Returns whether a comparison has not met this before; it has then. */
    boolean isFirstMetIn(long comparison) {
        boolean first = lastComparison != comparison;
        lastComparison = comparison;
        return first;
    }
}
