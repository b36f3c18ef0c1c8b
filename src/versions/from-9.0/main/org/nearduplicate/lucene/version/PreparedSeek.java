package org.nearduplicate.lucene.version;

import java.io.IOException;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOBooleanSupplier;

/** A seek for a term in two steps, between which a disk can look for several terms at the same time. */
public final class PreparedSeek {

    private final IOBooleanSupplier seek;

    private PreparedSeek(IOBooleanSupplier seek) {
        this.seek = seek;
    }

    /**
     * Starts to read the block of a term, without waiting for it.
     *
     * @param terms an enumerator of this seek alone
     * @param term is not changed before {@link #isFound()}
     */
    public static PreparedSeek prepare(TermsEnum terms, BytesRef term) throws IOException {
        return new PreparedSeek(terms.prepareSeekExact(term));
    }

    /** Returns whether the term exists; the enumerator is at the term then. Called once. */
    public boolean isFound() throws IOException {
        return seek != null && seek.get();
    }
}
