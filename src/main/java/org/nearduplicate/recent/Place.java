package org.nearduplicate.recent;

import java.util.Objects;

/**
 * Where documents are compared.
 *
 * @param index what tells an index from all others
 * @param field a {@code minhash} field of it
 */
public record Place(String index, String field) {

    /** Checks that both are there. */
    public Place {
        Objects.requireNonNull(index);
        Objects.requireNonNull(field);
    }
}
