package org.nearduplicate.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Where a space stands between tokens that are joined to one text: between all but two {@linkplain WordTokenizer#UNIT units}
 * of a script that has none. Not thread-safe.
 */
public final class TokenSpaces {

    private final TypeAttribute type;
    private boolean first = true;
    private boolean afterUnit;

    /**
     * @param tokens a stream that was not read yet
     * @param needed whether spaces matter; if not, the result of {@link #takeNext} has no meaning
     */
    public TokenSpaces(TokenStream tokens, boolean needed) {
        this.type = needed ? tokens.getAttribute(TypeAttribute.class) : null;
    }

    /** Returns whether a space stands before the token that was read last. To be called once for each token that is joined. */
    public boolean takeNext() {
        boolean isUnit = type != null && WordTokenizer.UNIT.equals(type.type());
        boolean isSpaced = first == false && (afterUnit && isUnit) == false;
        first = false;
        afterUnit = isUnit;
        return isSpaced;
    }
}
