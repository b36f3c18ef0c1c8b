package org.nearduplicate.elasticsearch;

import static org.junit.Assert.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.rest.AbstractRestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;

/** Keeps the one answer to a request. */
public final class CapturedChannel extends AbstractRestChannel {

    private final AtomicReference<RestResponse> response = new AtomicReference<>();

    public CapturedChannel(RestRequest request) {
        super(request, true);
    }

    @Override
    public void sendResponse(RestResponse answer) {
        assertTrue("answered twice", response.compareAndSet(null, answer));
    }

    /** Returns the answer, or null if there is none yet. */
    public RestResponse capturedResponse() {
        return response.get();
    }
}
