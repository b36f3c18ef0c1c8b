package org.nearduplicate.groups;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.StoredTexts;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.sets.SampledShingles;

/**
 * A document of a test: how it is called, what keepers are chosen by, and its text as brute force sees
 * it.
 *
 * @param keepKey the value by which keepers are chosen, or null
 * @param tag what filters look at
 */
public record Text(String index, String id, String keepKey, String tag, Sample sample) {

    /** Those that are indexed where sets are stored. */
    public static final SampledShingles SAMPLED = new SampledShingles(3);

    /** The hours between two texts at most, but for a second. */
    static final int MOST_HOURS = 5;

    /** What is compared of texts beside their words; null for one that lacks it. */
    private static final String NO_VALUE = "tag0";

    /** Returns when it is; null if that is not known. */
    Instant time() {
        int random = Math.floorMod(id.hashCode() * 31 + index.hashCode(), 8 * MOST_HOURS);
        return random % MOST_HOURS == 1
                ? null
                : Instant.ofEpochSecond(3600L * (random % (MOST_HOURS + 1)) - 1, random);
    }

    /** Returns the value that peers have in common; null if it has none. */
    String value() {
        return tag.equals(NO_VALUE) ? null : tag;
    }

    /** Returns whether it may have peers. */
    boolean mayHavePeers(PeerFormat peers) {
        return (peers.hasValues() == false || value() != null)
                && (peers.hasTime() == false || time() != null);
    }

    /** Returns whether another text is its peer. */
    boolean isPeer(Text other, PeerFormat peers) {
        return (peers.hasValues() == false || value().equals(other.value()))
                && (peers.hasTime() == false
                        || Duration.between(time(), other.time()).abs()
                                .compareTo(peers.interval()) <= 0);
    }

    /** Returns the same, compared without the shingles of some texts. */
    Text ignoring(List<String> texts) {
        return new Text(index, id, keepKey, tag, sample.ignoring(texts));
    }

    /** Returns how users know it; some have a routing. */
    Document document() {
        return new Document(index, id, id.length() % 2 == 0 ? "to" + id : null);
    }

    /** Returns it as Lucene is given it, with its shingle set. */
    org.apache.lucene.document.Document indexed() {
        return indexed(true);
    }

    /** Returns it as Lucene is given it, with its shingle set or without. */
    org.apache.lucene.document.Document indexed(boolean withSet) {
        org.apache.lucene.document.Document document = new org.apache.lucene.document.Document();
        document.add(new StringField(LocalShard.ID, id, Store.YES));
        document.add(new StringField(LocalShard.TAG, tag, Store.NO));
        document.add(new NumericDocValuesField(LocalShard.SORT, id.hashCode()));
        if (value() != null) {
            document.add(new SortedDocValuesField(TestPeers.VALUE, new BytesRef(value())));
        }
        if (time() != null) {
            document.add(new NumericDocValuesField(TestPeers.SECONDS, time().getEpochSecond()));
            document.add(new NumericDocValuesField(TestPeers.NANOS, time().getNano()));
        }
        if (keepKey != null) {
            document.add(new StoredField(LocalShard.KEEP, keepKey));
        }
        if (document().routing() != null) {
            document.add(new StoredField(LocalShard.ROUTING, document().routing()));
        }
        StoredTexts.fields(sample).forEach(document::add);
        sample.fields(LocalShard.FIELD, withSet, withSet ? SAMPLED : null).forEach(document::add);
        return document;
    }
}
