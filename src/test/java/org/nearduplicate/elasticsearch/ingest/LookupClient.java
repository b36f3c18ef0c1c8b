package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.lookup.LookupParameters;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.request.LocalRequest;

/** Keeps lookups until a test answers them. Not thread-safe. */
final class LookupClient extends NoOpClient {

    final List<Lookup> pending = new ArrayList<>();

    /** Those that were sent, answered ones too. */
    final List<Lookup> sent = new ArrayList<>();

    /** What every lookup fails with at once, or null. */
    RuntimeException failure;

    private final ThreadPool threadPool;

    LookupClient(ThreadPool threadPool) {
        super(threadPool);
        this.threadPool = threadPool;
    }

    /** A lookup that waits. */
    final class Lookup {

        final LocalRequest<LookupParameters> request;
        final String user;
        private final ActionListener<LookupResponse> listener;

        Lookup(LocalRequest<LookupParameters> request, ActionListener<LookupResponse> listener) {
            this.request = request;
            this.listener = listener;
            this.user = threadPool.getThreadContext().getHeader("user");
        }

        List<LookupText> texts() {
            return request.parameters().texts();
        }

        /** Answers that a search finds the same documents for each text. */
        void answer(String... found) {
            pending.remove(this);
            listener.onResponse(
                    LookedUp.answer(request.parameters().field(), texts(), List.of(found)));
        }

        void fail(Exception exception) {
            pending.remove(this);
            listener.onFailure(exception);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
            ActionType<R> action, Q request, ActionListener<R> listener) {
        Lookup lookup = new Lookup(
                (LocalRequest<LookupParameters>) request,
                (ActionListener<LookupResponse>) listener);
        sent.add(lookup);
        if (failure == null) {
            pending.add(lookup);
        } else {
            listener.onFailure(failure);
        }
    }
}
