package org.nearduplicate.sketch;

import com.dynatrace.hash4j.hashing.Hasher64;
import java.util.function.LongConsumer;

/**
 * Turns the tokens of a text into the hashes of its shingles.
 *
 * <p>Units are appended to one window of bytes, little-endian: a word as the 64-bit hash of its
 * UTF-16 code units, a character as its code point. A shingle is the last n units, hashed in one call
 * over its bytes. Nothing is allocated per token or per shingle, and a token is hashed once however
 * many shingles it is part of. Not thread-safe; keeps no reference to its arguments.
 */
public final class ShingleHasher {

    /** Large enough that moving the tail of the window to its front is rare. */
    private static final int WINDOW_BYTES = 4096;

    private final Hasher64 hasher;
    private final boolean words;
    private final int unitBytes;
    private final int shingleBytes;
    private final byte[] window = new byte[WINDOW_BYTES];

    private int end;
    private boolean shingled;

    /** Creates a shingle hasher of a scheme's unit, size, hash function and seed. */
    public ShingleHasher(Scheme scheme) {
        this.hasher = scheme.hashFunction().seeded(scheme.seed());
        this.words = scheme.shingleUnit() == ShingleUnit.WORD;
        this.unitBytes = words ? Long.BYTES : Integer.BYTES;
        this.shingleBytes = scheme.shingleSize() * unitBytes;
    }

    /** Returns whether shingles are of the characters of all tokens, and of the spaces between them. */
    public boolean joinsTokens() {
        return words == false;
    }

    /** Begins a value; no shingle reaches across two values. */
    public void beginValue() {
        this.end = 0;
        this.shingled = false;
    }

    /**
     * Takes the next token of the value.
     *
     * @param token any UTF-16 code units, lone surrogates included
     * @param spaced whether a space stands before it, which is a character; words do not count it
     * @param hashes receives the hashes of the shingles that end with it
     */
    public void addToken(CharSequence token, boolean spaced, LongConsumer hashes) {
        if (words) {
            addWord(hasher.hashCharsToLong(token), hashes);
        } else {
            if (spaced) {
                addCharacter(' ', hashes);
            }
            addCharacters(token, hashes);
        }
    }

    /** Ends the value: one with fewer units than a shingle has, but at least one, is one shingle. */
    public void endValue(LongConsumer hashes) {
        if (shingled == false && end > 0) {
            hashes.accept(hasher.hashBytesToLong(window, 0, end));
        }
    }

    private void addWord(long hash, LongConsumer hashes) {
        makeRoom();
        Bytes.LITTLE_LONG.set(window, end, hash);
        unitAdded(hashes);
    }

    private void addCharacters(CharSequence token, LongConsumer hashes) {
        for (int i = 0; i < token.length();) {
            int codePoint = Character.codePointAt(token, i);
            addCharacter(codePoint, hashes);
            i += Character.charCount(codePoint);
        }
    }

    private void addCharacter(int codePoint, LongConsumer hashes) {
        makeRoom();
        Bytes.LITTLE_INT.set(window, end, codePoint);
        unitAdded(hashes);
    }

    private void unitAdded(LongConsumer hashes) {
        end += unitBytes;
        if (end >= shingleBytes) {
            hashes.accept(hasher.hashBytesToLong(window, end - shingleBytes, shingleBytes));
            shingled = true;
        }
    }

    /** Keeps the units that the next shingle shares with the last one. */
    private void makeRoom() {
        if (end + unitBytes > window.length) {
            int kept = shingleBytes - unitBytes;
            System.arraycopy(window, end - kept, window, 0, kept);
            end = kept;
        }
    }
}
