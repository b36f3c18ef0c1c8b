package org.nearduplicate.benchmark.sketch;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Texts that were split into words before, as a stream that is told what to read next. */
final class Words extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private char[][] words = {};
    private int next;

    /** Sets the text that is read after the next reset. */
    void read(char[]... text) {
        words = text;
    }

    @Override
    public void reset() {
        next = 0;
    }

    @Override
    public boolean incrementToken() {
        if (next == words.length) {
            return false;
        }
        clearAttributes();
        char[] word = words[next++];
        term.copyBuffer(word, 0, word.length);
        return true;
    }
}
