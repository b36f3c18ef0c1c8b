package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/**
 * Licences that come in again, edited, through a pipeline that looks each of them up.
 *
 * @param sent how many came
 * @param tagged those that are near duplicates of a licence that is there
 */
record LicenceIntake(int sent, List<Tagged> tagged) {

    /** What a user writes so that documents tell what they are copies of. */
    static final String PIPELINE =
            """
                    {
                      "processors": [ {
                        "near_duplicate": {
                          "field": "text",
                          "index": "licences",
                          "near_field": "text.near",
                          "min_similarity": 0.8,
                          "max_matches": 1
                        }
                      } ]
                    }""";

    static final String PIPELINE_NAME = "licences-known";

    private static final String INDEX = "received";
    private static final int EDITED = 60;
    private static final int SHOWN = 8;

    /**
     * A licence that is known.
     *
     * @param id the identifier under which it was sent
     * @param of the licence that it is nearest to
     * @param similarity how similar the two are
     */
    record Tagged(String id, String of, double similarity) {}

    /** Sends all licences again, with one of {@value #EDITED} words edited. */
    static LicenceIntake of(List<Licence> licences, RestCalls rest) throws IOException {
        rest.call("PUT", "/_ingest/pipeline/" + PIPELINE_NAME, PIPELINE).ok();
        StringBuilder lines = new StringBuilder();
        for (Licence licence : licences) {
            lines.append(Json.of(Map.of("index", Map.of("_id", "my-" + licence.id()))))
                    .append('\n')
                    .append(Json.of(Map.of("text", edited(licence.text()))))
                    .append('\n');
        }
        Answer answer = rest.callLines(
                "POST", "/" + INDEX + "/_bulk?refresh&pipeline=" + PIPELINE_NAME,
                lines.toString()).ok();
        if (Boolean.TRUE.equals(answer.at("errors"))) {
            throw new IllegalStateException("not all licences came in: " + answer.text());
        }
        return new LicenceIntake(licences.size(), tagged(rest));
    }

    private static List<Tagged> tagged(RestCalls rest) throws IOException {
        Answer answer = rest.call(
                "GET",
                "/" + INDEX + "/_search?q=_exists_:near_duplicate.of.similarity&size=1000"
                        + "&sort=_doc&_source=near_duplicate")
                .ok();
        List<Tagged> tagged = new ArrayList<>();
        for (Object each : (List<?>) answer.at("hits", "hits")) {
            Map<?, ?> hit = (Map<?, ?>) each;
            Map<?, ?> tag = (Map<?, ?>) ((Map<?, ?>) hit.get("_source")).get("near_duplicate");
            Map<?, ?> of = (Map<?, ?>) ((List<?>) tag.get("of")).getFirst();
            tagged.add(
                    new Tagged(
                            (String) hit.get("_id"), (String) of.get("_id"),
                            ((Number) of.get("similarity")).doubleValue()));
        }
        return tagged;
    }

    private static String edited(String text) {
        String[] words = text.split(" ");
        for (int i = EDITED / 2; i < words.length; i += EDITED) {
            words[i] = "edited";
        }
        return String.join(" ", words);
    }

    /** Prints some of them, and how many there are. */
    void print(PrintStream out) {
        out.println("  similarity  sent                      is a copy of");
        for (Tagged licence : tagged.subList(0, Math.min(SHOWN, tagged.size()))) {
            out.println(
                    String.format(
                            Locale.ROOT, "       %5.1f%%  %-24s  %s", 100 * licence.similarity,
                            licence.id, licence.of));
        }
        out.println();
        out.println("  " + tagged.size() + " of " + sent + " are tagged");
    }
}
