package org.nearduplicate.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** The terms of a token stream, which is read to its end and closed. */
public final class Tokens {

    private Tokens() {}

    public static List<String> of(TokenStream stream) throws IOException {
        try (stream) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            List<String> terms = new ArrayList<>();
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(term.toString());
            }
            stream.end();
            return terms;
        }
    }
}
