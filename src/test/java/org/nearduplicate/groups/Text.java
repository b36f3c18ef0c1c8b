package org.nearduplicate.groups;

import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.StoredTexts;
import org.nearduplicate.sketch.SampledShingles;

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
