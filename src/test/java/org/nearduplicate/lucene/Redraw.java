package org.nearduplicate.lucene;

import java.util.function.Predicate;
import java.util.function.Supplier;

/** Draws again where chance has drawn one of the rare cases that a test is not about. */
public final class Redraw {

    /** More than chance needs in any build: what does not suit is one case in a thousand, or rarer. */
    private static final int TRIES = 10;

    private Redraw() {}

    /**
     * Draws until something suits.
     *
     * @throws AssertionError if nothing does, which is no matter of chance
     */
    public static <T> T until(Predicate<T> suits, Supplier<T> draw) {
        for (int i = 0; i < TRIES; i++) {
            T drawn = draw.get();
            if (suits.test(drawn)) {
                return drawn;
            }
        }
        throw new AssertionError("nothing that was drawn in " + TRIES + " tries suits");
    }
}
