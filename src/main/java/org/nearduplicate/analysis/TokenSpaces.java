package org.nearduplicate.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Where a space stands between tokens that are joined to one text: between all but two {@linkplain WordTokenizer#UNIT units}
 * of a script that has none. Belongs to one thread.
 */
public final class TokenSpaces {

    private final TypeAttribute type;
    private boolean first = true;
    private boolean behindUnit;

    /**
     * @param tokens a stream that was not read yet
     * @param asked whether spaces count: if not, what is told of them is not either
     */
    public TokenSpaces(TokenStream tokens, boolean asked) {
        this.type = asked ? tokens.getAttribute(TypeAttribute.class) : null;
    }

    /** Returns whether a space stands before the token that was read last. To be asked once for each token that is joined. */
    public boolean takeNext() {
        boolean isUnit = type != null && WordTokenizer.UNIT.equals(type.type());
        boolean isSpaced = first == false && (behindUnit && isUnit) == false;
        first = false;
        behindUnit = isUnit;
        return isSpaced;
    }
}
