package org.nearduplicate.elasticsearch.ingest;

import java.util.List;

/**
 * What was found for a document.
 *
 * @param matches what it is a near duplicate of, most similar first; none if it is not
 * @param givenId the {@code _id} that it is known by from now on if it had none, or null
 * @param isPartial whether it replaces only the fields that it has, if there is one by its name
 */
record Verdict(List<Match> matches, String givenId, boolean isPartial) {

    /** That of a document that nothing can be compared with. */
    static final Verdict NOTHING = new Verdict(List.of(), null, false);

    /** Copies the matches. */
    Verdict {
        matches = List.copyOf(matches);
    }
}
