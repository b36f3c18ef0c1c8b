package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import org.nearduplicate.lucene.Verify;

/**
 * What is asked for.
 *
 * @param parameter the parameter that names the field, for errors
 * @param field a {@code minhash} field
 * @param verify how candidates are verified, or null for exactly where that is possible
 * @param texts the texts
 */
public record LookupParameters(
        String parameter, String field, Verify verify, List<LookupText> texts) {

    /** Copies the texts. */
    public LookupParameters {
        texts = List.copyOf(texts);
    }
}
