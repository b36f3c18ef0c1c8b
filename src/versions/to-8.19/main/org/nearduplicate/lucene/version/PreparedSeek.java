package org.nearduplicate.lucene.version;

import java.io.IOException;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** A seek for a term, of which Lucene 9 has no first step. */
public final class PreparedSeek {

    private final TermsEnum terms;
    private final BytesRef term;

    private PreparedSeek(TermsEnum terms, BytesRef term) {
        this.terms = terms;
        this.term = term;
    }

    /**
     * Does nothing yet.
     *
     * @param terms an enumerator of this seek alone
     * @param term is not changed before {@link #isFound()}
     */
    public static PreparedSeek prepare(TermsEnum terms, BytesRef term) throws IOException {
        return new PreparedSeek(terms, term);
    }

    /** Returns whether the term exists; the enumerator is at the term then. Called once. */
    public boolean isFound() throws IOException {
        return terms.seekExact(term);
    }
}
