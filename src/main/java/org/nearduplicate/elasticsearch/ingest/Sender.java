package org.nearduplicate.elasticsearch.ingest;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;

/**
 * Who sent a request, as far as rights are concerned: what security, of whatever kind, says of a request is in its headers.
 * Those that only name the request do not count.
 *
 * @param headers the others
 */
record Sender(Map<String, String> headers) {

    private static final Set<String> AUDIT = Set.of("_xpack_audit_request_id");

    /** Tells who sent the request that a thread works for. */
    static Sender of(ThreadContext context) {
        Map<String, String> headers = new HashMap<>(context.getHeaders());
        headers.keySet().removeAll(Task.HEADERS_TO_COPY);
        headers.keySet().removeAll(AUDIT);
        return new Sender(Map.copyOf(headers));
    }
}
