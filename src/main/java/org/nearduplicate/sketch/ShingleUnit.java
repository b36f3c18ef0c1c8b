package org.nearduplicate.sketch;

/** What a shingle is made of. */
public enum ShingleUnit {

    /** A token of the analysis chain, represented by its 64-bit hash. */
    WORD,

    /** A code point of the tokens joined by one space, represented by itself. */
    CHARACTER
}
