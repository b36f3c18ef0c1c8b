package org.nearduplicate.elasticsearch.ingest;

import java.util.List;

/**
 * What was found for a document.
 *
 * @param matches what it is a near duplicate of, most similar first; none if it is not
 * @param givenId the {@code _id} that it is known by from now on if it had none, or null
 */
record Verdict(List<Match> matches, String givenId) {

    /** That of a document that nothing can be compared with. */
    static final Verdict NOTHING = new Verdict(List.of(), null);

    /** Copies the matches. */
    Verdict {
        matches = List.copyOf(matches);
    }
}
