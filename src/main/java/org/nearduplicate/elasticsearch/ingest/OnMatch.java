package org.nearduplicate.elasticsearch.ingest;

import org.nearduplicate.sketch.ChoiceParameter;

/** What becomes of a document that has near duplicates. */
public enum OnMatch {

    /** It goes on, and tells of what it is a near duplicate. */
    TAG,
    /** It is dropped. */
    DROP,
    /** It goes to another index, and tells of what it is a near duplicate. */
    REROUTE,
    /** It is an error. */
    FAIL;

    /** The parameter as users write it. */
    static final ChoiceParameter<OnMatch> PARAMETER = new ChoiceParameter<>("action", TAG);

    /** Returns whether the document is let in, and tells of what it is a near duplicate. */
    boolean letsIn() {
        return this == TAG || this == REROUTE;
    }
}
