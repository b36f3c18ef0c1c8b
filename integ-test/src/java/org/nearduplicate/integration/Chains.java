package org.nearduplicate.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/** Texts of which each is nearly its neighbour, and requests for the chains of them. */
final class Chains {

    /** Finds all pairs of 0.8 and more, but for odds below 10⁻¹². */
    static final Map<String, ?> FIELD_PARAMETERS =
            Map.of("exact", true, "similarity", 0.8, "bands", 42, "rows", 3);

    private static final int WORDS = 120;

    private Chains() {}

    /**
     * Returns texts that each begin some words after the one before.
     *
     * @param name no text of another name has a word in common with these
     * @param step 9 gives neighbours a similarity of 109/127, and their neighbours one of 0.74
     */
    static List<String> texts(String name, int count, int step) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = i * step; word < i * step + WORDS; word++) {
                text.append(name).append(word).append(' ');
            }
            texts.add(text.toString());
        }
        return texts;
    }

    /** Asks for an exact chain, if nothing else is said. */
    static Answer chain(RestCalls rest, String index, Map<String, ?> body) throws IOException {
        return rest.post("/" + index + "/_near_duplicate/chain", exact(body));
    }

    /** Returns an end of a chain, by its identifier. */
    static Map<String, ?> end(Object id) {
        return Map.of("_id", id);
    }

    /** Returns both ends of a chain, by their identifiers. */
    static Map<String, ?> between(Object start, Object end) {
        return Map.of("start", end(start), "end", end(end));
    }

    /** Returns the body of a request for an exact chain, if nothing else is said. */
    static Map<String, ?> exact(Map<String, ?> body) {
        Map<String, Object> all = TestIndex.withField(body);
        all.putIfAbsent("verify", "exact");
        return all;
    }

    static List<String> ids(Answer answer) throws IOException {
        return answer.ok().objects("documents").stream().map(GroupsAnswer::id).toList();
    }
}
