package org.nearduplicate.elasticsearch.ingest;

import org.nearduplicate.sketch.ChoiceParameter;

/** What becomes of a document that has near duplicates. */
public enum OnMatch {

    /** It goes on, and tells of what it is a near duplicate. */
    TAG(true),
    /** It is dropped. */
    DROP(false),
    /** It goes to another index, and tells of what it is a near duplicate. */
    REROUTE(true),
    /** It is an error. */
    FAIL(false);

    /** The parameter as users write it. */
    static final ChoiceParameter<OnMatch> PARAMETER = new ChoiceParameter<>("action", TAG);

    private final boolean letsIn;

    OnMatch(boolean letsIn) {
        this.letsIn = letsIn;
    }

    /** Returns whether the document is let in, and tells of what it is a near duplicate. */
    boolean letsIn() {
        return letsIn;
    }
}
