package org.nearduplicate.lucene;

import org.apache.lucene.analysis.TokenStream;

/** The prints of one document as a token stream. */
public final class PrintStream extends KeyTermStream {

    private long[] keys;

    /**
     * Creates a stream.
     *
     * @param keys those of the prints, in any order; not copied
     */
    public PrintStream(long[] keys) {
        this.keys = keys;
    }

    /** Returns a stream of some prints: one that is done, if it was for such. */
    static PrintStream reuse(TokenStream done, long[] keys) {
        if (done instanceof PrintStream stream) {
            stream.keys = keys;
            return stream;
        }
        return new PrintStream(keys);
    }

    @Override
    long[] keys() {
        return keys;
    }
}
