package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.analysis.CharacterUtils;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.ArrayUtil;

/**
 * Lower case, and accents folded: makes of a word what Lucene's {@code LowerCaseFilter} and then its {@link
 * ASCIIFoldingFilter} make of it. The method of the latter is too long for the JVM to compile and takes 70 ns
 * for a character that is not ASCII, so what it says is kept.
 */
final class FoldingFilter extends TokenFilter {

    /** So many characters may become of one. */
    private static final int LONGEST_FOLDED = 4;

    private static final CharMap FOLDED = new CharMap(FoldingFilter::folded);

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    /** Serves words that may become longer. */
    private char[] longer = {};

    FoldingFilter(TokenStream input) {
        super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (input.incrementToken() == false) {
            return false;
        }
        char[] word = term.buffer();
        int length = term.length();
        for (int i = 0; i < length; i++) {
            char folded = FOLDED.get(word[i]);
            if (folded == CharMap.NONE) {
                foldRest(i);
                break;
            }
            word[i] = folded;
        }
        return true;
    }

    /** Folds a word from a character on of which several become, or that is a pair. */
    private void foldRest(int start) {
        char[] word = term.buffer();
        int end = term.length();
        CharacterUtils.toLowerCase(word, start, end);
        longer = ArrayUtil.grow(longer, LONGEST_FOLDED * (end - start));
        int length = 0;
        for (int i = start; i < end; i++) {
            if (Character.isSurrogate(word[i])) {
                longer[length++] = word[i];
            } else {
                length = ASCIIFoldingFilter.foldToASCII(word, i, longer, length, 1);
            }
        }
        System.arraycopy(longer, 0, term.resizeBuffer(start + length), start, length);
        term.setLength(start + length);
    }

    private static int folded(int character) {
        char[] lowerCase = {(char) Character.toLowerCase(character)};
        char[] folded = new char[LONGEST_FOLDED];
        int length = ASCIIFoldingFilter.foldToASCII(lowerCase, 0, folded, 0, 1);
        return length == 1 ? folded[0] : CharMap.NONE;
    }
}
