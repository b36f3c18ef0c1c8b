package org.nearduplicate.elasticsearch.collapse;

import java.util.Map;
import org.elasticsearch.tasks.CancellableTask;

/**
 * What a retriever and the filter of its search have to tell each other, however often the retriever is rewritten.
 * Safe for use by several threads.
 */
final class CollapseLink {

    /** The task of the search, or null if it began without the filter. */
    volatile CancellableTask task;

    /** The runtime fields that the search defines. */
    volatile Map<String, Object> runtimeMappings = Map.of();

    /** What came of the window, or null as long as nothing did. */
    volatile CollapsedWindow result;

    /** Warns the caller when the search ends, if there is something to warn of. */
    volatile Runnable warning = () -> {};
}
