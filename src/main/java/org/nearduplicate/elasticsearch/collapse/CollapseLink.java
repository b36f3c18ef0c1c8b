package org.nearduplicate.elasticsearch.collapse;

import java.util.Map;
import org.elasticsearch.tasks.CancellableTask;

/**
 * What a retriever and the filter of its search have to tell each other, however often the retriever is rewritten.
 * Safe for use by several threads.
 */
final class CollapseLink {

    private volatile CancellableTask task;
    private volatile Map<String, Object> runtimeMappings = Map.of();
    private volatile CollapsedWindow result;
    private volatile Runnable warning = () -> {};

    /**
     * Tells of the search, before it begins.
     *
     * @param search its task
     * @param mappings the runtime fields that it defines
     */
    void beginsIn(CancellableTask search, Map<String, Object> mappings) {
        task = search;
        runtimeMappings = mappings;
    }

    /** Returns the runtime fields that the search defines. */
    Map<String, Object> runtimeMappings() {
        return runtimeMappings;
    }

    /** Returns the task of the search, or null if it began without the filter. */
    CancellableTask task() {
        return task;
    }

    /** Sets what the caller is to be warned of when the search ends. */
    void warnsBy(Runnable warn) {
        warning = warn;
    }

    /** Warns the caller, if there is something to warn of. */
    void warn() {
        warning.run();
    }

    /** Sets what came of the window. */
    void endsWith(CollapsedWindow collapsed) {
        result = collapsed;
    }

    /** Returns what came of the window, or null as long as nothing did. */
    CollapsedWindow result() {
        return result;
    }
}
