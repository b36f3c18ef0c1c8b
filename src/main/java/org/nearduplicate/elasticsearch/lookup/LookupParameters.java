package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import org.nearduplicate.lucene.Verify;

/**
 * What is asked for.
 *
 * @param field a {@code minhash} field, the parameter {@value #FIELD} of who asks
 * @param verify how candidates are verified, or null for exactly where that is possible
 * @param texts the texts
 */
public record LookupParameters(String field, Verify verify, List<LookupText> texts) {

    /** What errors call the parameter that names the field. */
    public static final String FIELD = "near_field";
}
