package org.nearduplicate.analysis;

import java.io.IOException;
import java.io.StringReader;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Makes of a term its words, with the spaces between them: what the analyzer makes of a piece of a text that is sought. */
final class WordsOfTermFilter extends TokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    WordsOfTermFilter(TokenStream input) {
        super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (input.incrementToken() == false) {
            return false;
        }
        StringBuilder words = new StringBuilder();
        try (WordTokenizer tokens = new WordTokenizer()) {
            CharTermAttribute word = tokens.getAttribute(CharTermAttribute.class);
            tokens.setReader(new StringReader(term.toString()));
            tokens.reset();
            TokenSpaces spaces = new TokenSpaces(tokens, true);
            while (tokens.incrementToken()) {
                words.append(spaces.takeNext() ? " " : "").append(word);
            }
            tokens.end();
        }
        term.setEmpty().append(words);
        return true;
    }
}
