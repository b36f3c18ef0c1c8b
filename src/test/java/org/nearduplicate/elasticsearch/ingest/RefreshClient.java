package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.ThreadPool;

/** Takes questions after refreshes down, which a test answers when it likes. For one thread. */
final class RefreshClient extends NoOpClient {

    final List<Asked> pending = new ArrayList<>();
    private final ThreadPool threadPool;

    RefreshClient(ThreadPool threadPool) {
        super(threadPool);
        this.threadPool = threadPool;
    }

    /** A question that waits. */
    final class Asked {

        final RefreshRequest request;
        final boolean isOfSystem = threadPool.getThreadContext().isSystemContext();
        final String user = threadPool.getThreadContext().getHeader("user");
        private final ActionListener<ActionResponse.Empty> listener;

        Asked(RefreshRequest request, ActionListener<ActionResponse.Empty> listener) {
            this.request = request;
            this.listener = listener;
        }

        void answer() {
            pending.remove(this);
            listener.onResponse(ActionResponse.Empty.INSTANCE);
        }

        void fail(Exception failure) {
            pending.remove(this);
            listener.onFailure(failure);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
            ActionType<R> action, Q request, ActionListener<R> listener) {
        pending.add(
                new Asked(
                        (RefreshRequest) request, (ActionListener<ActionResponse.Empty>) listener));
    }
}
