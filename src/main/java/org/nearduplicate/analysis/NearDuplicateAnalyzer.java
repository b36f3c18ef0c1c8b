package org.nearduplicate.analysis;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;

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
}
