package org.nearduplicate.elasticsearch.request;

import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;

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
        List<String> given = valuesOf(request.uri(), name);
        if (given.size() > 1) {
            throw new IllegalArgumentException(
                    "[" + name + "] must be given once, got " + given);
        }
    }

    private static List<String> valuesOf(String uri, String name) {
        int query = uri.indexOf('?');
        return query < 0
                ? List.of()
                : Stream.of(uri.substring(query + 1).split("[&;]"))
                        .map(pair -> pair.split("=", 2))
                        .filter(pair -> RestUtils.decodeComponent(pair[0]).equals(name))
                        .map(pair -> pair.length < 2 ? "" : RestUtils.decodeComponent(pair[1]))
                        .toList();
    }
}
