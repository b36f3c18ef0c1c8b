package org.nearduplicate.benchmark.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.Json;

/** Bulk requests for the texts of a corpus, each under its number as its {@code _id}. */
final class Bulk {

    /** The documents of a request. */
    static final int DOCUMENTS = 1_000;

    /** The field of the text. */
    static final String TEXT = "text";

    /** A field with {@value #PARTS} values that are equally frequent. */
    static final String PART = "part";

    /** The number of values of {@link #PART}. */
    static final int PARTS = 100;

    private Bulk() {}

    /** Returns the requests for all texts. */
    static List<String> all(Corpus corpus) {
        List<String> requests = new ArrayList<>();
        for (int from = 0; from < corpus.size(); from += DOCUMENTS) {
            requests.add(from(corpus, from));
        }
        return requests;
    }

    /** Returns the request for {@value #DOCUMENTS} texts, or what is left of them. */
    static String from(Corpus corpus, int from) {
        return from(corpus, from, corpus::text);
    }

    /** Returns the same request with other texts. */
    static String from(Corpus corpus, int from, IntFunction<String> texts) {
        return of(from, Math.min(from + DOCUMENTS, corpus.size()), texts);
    }

    /** Returns a request for documents from a number to another one, exclusive. */
    static String of(int from, int to, IntFunction<String> texts) {
        StringBuilder lines = new StringBuilder();
        for (int document = from; document < to; document++) {
            String id = Integer.toString(document);
            lines.append(Json.of(Map.of("index", Map.of("_id", id)))).append('\n');
            lines.append(Json.of(Map.of(TEXT, texts.apply(document), PART, part(document))));
            lines.append('\n');
        }
        return lines.toString();
    }

    /** Returns the value of {@link #PART} of a document. */
    static String part(int document) {
        return Integer.toString(document % PARTS);
    }
}
