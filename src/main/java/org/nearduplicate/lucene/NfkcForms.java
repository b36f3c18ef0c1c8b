package org.nearduplicate.lucene;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/**
 * The normal forms NFKC of pieces of a text. Those of single characters and of short pieces are kept, since the
 * {@link Normalizer} takes long to begin. Threads share what is kept without a lock.
 */
final class NfkcForms {

    /**
     * What characters become to which nothing attaches: those that become one, and do not attach themselves. Of
     * what they become that is true too.
     */
    static final CharMap ALONE = new CharMap(NfkcForms::alone);

    /** Of so many code units is a letter with two marks, or an emoji with its variation. */
    private static final int SHORT = 3;

    private static final int KEPT_BITS = 10;

    /** The last that were made, each in the one place that its piece may have. */
    private static final Kept[] KEPT = new Kept[1 << KEPT_BITS];

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    /** Immutable, so that another thread sees nothing of it or all. */
    private record Kept(long piece, String form) {}

    private NfkcForms() {}

    /** Returns the normal form of a piece. */
    static String of(char[] text, int start, int length) {
        if (length > SHORT) {
            return normalize(new String(text, start, length));
        }
        long piece = length;
        for (int i = start; i < start + length; i++) {
            piece = piece << Character.SIZE | text[i];
        }
        int place = (int) (piece * GOLDEN_RATIO >>> Long.SIZE - KEPT_BITS);
        Kept kept = KEPT[place];
        if (kept == null || kept.piece != piece) {
            kept = new Kept(piece, normalize(new String(text, start, length)));
            KEPT[place] = kept;
        }
        return kept.form;
    }

    private static int alone(int character) {
        String form = normalize(Character.toString(character));
        return form.length() == 1 && NfkcPieces.attaches(character) == false
                ? form.charAt(0)
                : CharMap.NONE;
    }

    private static String normalize(String piece) {
        return Normalizer.normalize(piece, Form.NFKC);
    }
}
