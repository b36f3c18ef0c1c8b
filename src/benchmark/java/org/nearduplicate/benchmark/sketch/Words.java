package org.nearduplicate.benchmark.sketch;

import java.util.stream.Stream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** A text that was split into words before, as a stream that can be read again and again. */
final class Words extends TokenStream {

    private final char[][] words;
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private int next;

    Words(String... words) {
        this.words = Stream.of(words).map(String::toCharArray).toArray(char[][]::new);
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
