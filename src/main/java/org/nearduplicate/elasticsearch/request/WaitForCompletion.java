package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.rest.RestRequest;

/** The parameter {@code wait_for_completion} of requests that run for long. */
public final class WaitForCompletion {

    /** Its name, in the URL. */
    public static final String NAME = "wait_for_completion";

    /** What is said of it in a body. */
    public static final String IN_URL = "must be in the URL, as [?" + NAME + "=false]";

    private WaitForCompletion() {}

    /**
     * Returns whether a request waits.
     *
     * @throws IllegalArgumentException if it says neither true nor false, or both, or starts a task, whose answer
     *     is written, although it may only read
     */
    public static boolean of(RestRequest request) {
        boolean wait = read(request);
        if (wait == false) {
            requireWriting(request, "[" + NAME + "] [false]");
        }
        return wait;
    }

    /**
     * Checks that a request may write.
     *
     * @param what makes it write
     * @throws IllegalArgumentException if it may only read
     */
    public static void requireWriting(RestRequest request, String what) {
        if (request.method() == RestRequest.Method.GET) {
            throw new IllegalArgumentException(
                    what + " needs the method [POST], as something is written, got [GET]");
        }
    }

    private static boolean read(RestRequest request) {
        RequestBody.requireOnce(request, NAME);
        try {
            return request.paramAsBoolean(NAME, true);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] must be [true] or [false], got [" + request.param(NAME) + "]",
                    e);
        }
    }
}
