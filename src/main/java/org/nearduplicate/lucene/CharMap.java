package org.nearduplicate.lucene;

import java.util.function.IntUnaryOperator;

/**
 * What becomes of characters of which each becomes one: a function whose values are kept, in blocks of 512
 * bytes that are made when a character of them is asked for first. A text needs two or three; all of them are
 * 128 KiB.
 *
 * <p>Threads share it without a lock. One that is given a block before its content finds {@link #NONE} there,
 * after which a caller has to find out by itself.
 */
final class CharMap {

    /** Tells that the map does not know. No character but itself may become this one. */
    static final char NONE = 0;

    private static final int BLOCK = 256;

    private final IntUnaryOperator function;
    private final char[][] blocks = new char[(Character.MAX_VALUE + 1) / BLOCK][];

    /**
     * Creates a map without blocks.
     *
     * @param function gives what becomes of a character, or {@link #NONE} if that is not one; it always gives
     *     the same
     */
    CharMap(IntUnaryOperator function) {
        this.function = function;
    }

    /** Returns what becomes of a character, or {@link #NONE}; that of a surrogate too, which is half of one. */
    char get(char character) {
        char[] block = blocks[character / BLOCK];
        if (block == null) {
            block = makeBlock(character - character % BLOCK);
            blocks[character / BLOCK] = block;
        }
        return block[character % BLOCK];
    }

    private char[] makeBlock(int first) {
        char[] block = new char[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            if (Character.isSurrogate((char) (first + i)) == false) {
                block[i] = (char) function.applyAsInt(first + i);
            }
        }
        return block;
    }
}
