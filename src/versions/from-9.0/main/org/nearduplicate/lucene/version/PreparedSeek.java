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
     * Asks for the block of a term, and waits for nothing.
     *
     * @param terms an enumerator of this seek alone
     * @param term is not changed before {@link #isFound()}
     * @return the second step
     * @throws IOException if the index cannot be read
     */
    public static PreparedSeek prepare(TermsEnum terms, BytesRef term) throws IOException {
        return new PreparedSeek(terms.prepareSeekExact(term));
    }

    /** Returns whether there is such a term; the enumerator is there then. To be called once. */
    public boolean isFound() throws IOException {
        return seek != null && seek.get();
    }
}
