package org.nearduplicate.elasticsearch.ingest;

import java.util.stream.Stream;
import org.elasticsearch.common.Strings;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;

/**
 * Where near duplicates are looked up.
 *
 * @param index an index, an alias, a data stream, several or a pattern
 * @param field the {@code minhash} field there
 * @param verify how candidates are verified, or null for exactly where that is possible
 * @param ignore the texts whose shingles do not count
 * @param counterparts which documents they are
 */
record Target(
        String index, String field, Verify verify, IgnoredTexts ignore,
        Counterparts counterparts) {

    /** Checks that an index is named: no name would stand for all indices. */
    Target {
        requireName(index);
    }

    /** Returns the names of {@link #index}. */
    String[] names() {
        return Strings.splitStringByCommaToArray(index);
    }

    /**
     * Checks that an index is named.
     *
     * @throws IllegalArgumentException if none is
     */
    static void requireName(String index) {
        String[] names = Strings.splitStringByCommaToArray(index);
        if (names.length == 0 || Stream.of(names).anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "[" + ProcessorOptions.INDEX + "] must name an index, got [" + index + "]");
        }
    }
}
