package org.nearduplicate.elasticsearch.request;

import java.util.List;
import org.elasticsearch.rest.RestRequest;

/** What the parameters in URLs have in common. */
public final class UrlParameters {

    private UrlParameters() {}

    /**
     * Checks that a parameter is not said twice, of which Elasticsearch would take the last.
     *
     * @param request the request
     * @param name the name of the parameter
     * @throws IllegalArgumentException if it is
     */
    public static void requireOnce(RestRequest request, String name) {
        List<String> given = request.params().getAll(name);
        if (given.size() > 1) {
            throw new IllegalArgumentException(
                    "[" + name + "] must be given once, got " + given);
        }
    }
}
