package org.nearduplicate.lucene;

import java.io.Reader;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * The default analyzer: Unicode normal form NFKC, words by the rules of Unicode (UAX 29), lower case,
 * accents folded. Two texts that a reader takes for the same have the same tokens.
 */
public final class NearDuplicateAnalyzer extends Analyzer {

    /** The name by which mappings and {@code _analyze} call it. */
    public static final String NAME = "near_duplicate";

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        StandardTokenizer words = new StandardTokenizer();
        NfkcCharFilter.Scratch scratch = new NfkcCharFilter.Scratch();
        return new TokenStreamComponents(
                text -> words.setReader(new NfkcCharFilter(text, scratch)),
                new FoldingFilter(words));
    }

    @Override
    protected Reader initReaderForNormalization(String fieldName, Reader reader) {
        return new NfkcCharFilter(reader, new NfkcCharFilter.Scratch());
    }

    @Override
    protected TokenStream normalize(String fieldName, TokenStream tokens) {
        return new FoldingFilter(tokens);
    }
}
