package org.nearduplicate.analysis;

import java.io.IOException;
import java.io.StringReader;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** The default analyzer: the words of {@link WordTokenizer}. Texts that a reader takes to be the same have the same tokens. */
public final class NearDuplicateAnalyzer extends Analyzer {

    /** The name by which mappings, {@code _analyze} and custom analyzers call it and its tokenizer. */
    public static final String NAME = "near_duplicate";

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        return new TokenStreamComponents(new WordTokenizer());
    }

    @Override
    protected TokenStream normalize(String fieldName, TokenStream tokens) {
        return new WordsOfTermFilter(tokens);
    }

    /**
     * Replaces a term by its words, with the spaces between them, as analysis of a text does it: for wildcard and prefix
     * queries.
     */
    private static final class WordsOfTermFilter extends TokenFilter {

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
}
