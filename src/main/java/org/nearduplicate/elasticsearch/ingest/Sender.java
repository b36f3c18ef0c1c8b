package org.nearduplicate.elasticsearch.ingest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;

/**
 * Who sent a request, as far as rights are concerned: what security, of whatever kind, says of a request is in its headers.
 * Those that only name the request do not count. Documents outlive their request, its credentials do not.
 *
 * @param digest of the others, by SHA-256
 */
record Sender(String digest) {

    private static final Set<String> AUDIT = Set.of("_xpack_audit_request_id");

    /** Tells who sent the request that a thread works for. */
    static Sender of(ThreadContext context) {
        Map<String, String> headers = new TreeMap<>(context.getHeaders());
        headers.keySet().removeAll(Task.HEADERS_TO_COPY);
        headers.keySet().removeAll(AUDIT);
        MessageDigest digest = MessageDigests.sha256();
        headers.forEach((name, value) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(value.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        });
        return new Sender(MessageDigests.toHexString(digest.digest()));
    }
}
