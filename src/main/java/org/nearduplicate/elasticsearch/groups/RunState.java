package org.nearduplicate.elasticsearch.groups;

/** How a run stands. One whose node died stays {@link #RUNNING} until another run replaces it. */
enum RunState {
    /** It writes its groups. */
    RUNNING,
    /** All its groups are there. */
    COMPLETED,
    /** It was cancelled; some of its groups may be there. */
    CANCELLED,
    /** It failed; some of its groups may be there. */
    FAILED
}
