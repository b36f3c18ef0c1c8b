package org.nearduplicate.sketch;

/** What a shingle is made of, and how many bytes of the window one unit takes. */
public enum ShingleUnit {

    /** A token of the analysis chain, represented by its 64-bit hash. */
    WORD(Long.BYTES),

    /** A code point of the tokens joined by one space, represented by itself. */
    CHARACTER(Integer.BYTES);

    private final int sizeInBytes;

    ShingleUnit(int sizeInBytes) {
        this.sizeInBytes = sizeInBytes;
    }

    int sizeInBytes() {
        return sizeInBytes;
    }
}
