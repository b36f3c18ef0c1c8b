package org.nearduplicate.fuzz;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.nearduplicate.mutation.BodyMutator;
import org.nearduplicate.mutation.RequestText;

/** Makes requests that are wrong, or odd, of right ones. */
final class RequestMutator {

    /** How seldom a request is chosen that takes long. */
    private static final int COSTLY = 60;

    /** No DELETE: it would take the index away from all requests that follow. */
    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "HEAD", "OPTIONS", "PATCH", "TRACE", "get", "NONE");
    private static final List<String> TYPES = List.of(
            "application/json", "application/yaml", "application/cbor", "application/smile",
            "application/x-ndjson", "text/plain", "application/x-www-form-urlencoded",
            "application/vnd.elasticsearch+json;compatible-with=9",
            "application/vnd.elasticsearch+json;compatible-with=8", "*/*", "json", "a/b/c",
            "application/json; charset=UTF-16", "application/json; charset=none", "");

    private final List<RequestText> requests;
    private final List<RequestText> costly;
    private final BodyMutator bodies;

    RequestMutator(List<RequestText> requests, List<RequestText> costly) throws IOException {
        this.requests = requests;
        this.costly = costly;
        this.bodies = new BodyMutator(
                Stream.concat(requests.stream(), costly.stream()).toList());
    }

    /** The request of a seed. */
    RequestText mutated(long seed) throws IOException {
        Random random = new Random(seed);
        RequestText right = any(random, random.nextInt(COSTLY) == 0 ? costly : requests);
        RequestText wrong = right.body().length == 0 ? right : bodies.mutate(right, random);
        // A request without a body has nothing else that could be changed.
        boolean path = random.nextInt(right.body().length == 0 ? 1 : 6) == 0;
        return new RequestText(
                random.nextInt(50) == 0 ? any(random, METHODS) : right.method(),
                path ? new PathMutator(random).mutate(right.path()) : right.path(),
                random.nextInt(50) == 0 ? any(random, TYPES) : wrong.type(),
                wrong.body());
    }

    private static <T> T any(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
