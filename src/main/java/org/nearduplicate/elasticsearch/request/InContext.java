package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.core.Releasable;

/** Runs what a thread does in the context of another one. */
public final class InContext {

    private InContext() {}

    /**
     * Runs something.
     *
     * @param context the context that the thread is in now; the one before is restored when it is closed
     */
    public static void run(Releasable context, Runnable work) {
        try {
            work.run();
        } finally {
            context.close();
        }
    }
}
