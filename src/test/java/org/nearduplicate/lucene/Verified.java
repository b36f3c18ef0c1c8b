package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.util.Random;

/** The ways in which candidates are verified: a duel is fought by each of them. */
enum Verified {

    /** By signatures. */
    BY_SIGNATURE,

    /** Exactly, by the shingle sets that the index stores. */
    BY_STORED_SETS,

    /** Exactly, by {@link StoredTexts}, but where signatures decide. */
    BY_TEXTS;

    /** Returns one of them. */
    static Verified random(Random random) {
        return randomFrom(random, values());
    }

    /** Returns whether the similarity is that of the shingle sets. */
    boolean isExact() {
        return this != BY_SIGNATURE;
    }

    /** Returns whether shingle sets have to be stored. */
    boolean needsSets() {
        return this == BY_STORED_SETS;
    }

    /** Returns the query for what is like a sample. */
    NearDuplicateQuery query(Sample sample, String field, double minSimilarity) {
        return this == BY_TEXTS
                ? sample.queryByTexts(field, new StoredTexts(), minSimilarity)
                : sample.query(field, isExact(), minSimilarity);
    }

    /** Returns the query for what is like a sample of a {@link SampleIndex}. */
    NearDuplicateQuery query(Sample sample, double minSimilarity) {
        return query(sample, SampleIndex.FIELD, minSimilarity);
    }
}
