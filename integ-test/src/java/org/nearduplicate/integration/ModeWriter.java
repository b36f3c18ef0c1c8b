package org.nearduplicate.integration;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/** Creates the indices of a mode, and writes a corpus into them. */
final class ModeWriter {

    /** The parts in which a corpus is written where it goes to several places. */
    static final int PARTS = 3;

    private final RestCalls rest;
    private final IndexMode mode;
    private final ModeCorpus corpus;

    ModeWriter(RestCalls rest, IndexMode mode, ModeCorpus corpus) {
        this.rest = rest;
        this.mode = mode;
        this.corpus = corpus;
    }

    /** The name of the index, or what several begin with. */
    String index() {
        return "mode-" + mode.name().replaceAll("[^a-z0-9]+", "-");
    }

    IndexMode mode() {
        return mode;
    }

    Answer call(String method, String path, Map<String, ?> body) throws IOException {
        return rest.call(method, path, Json.of(body)).ok();
    }

    void post(String path) throws IOException {
        rest.call("POST", path).ok();
    }

    /** Creates an index, anew if it exists. */
    void create(String index, Map<String, ?> aliases) throws IOException {
        rest.call("DELETE", "/" + index + "?ignore_unavailable=true").ok();
        Map<String, Object> body = new LinkedHashMap<>(mode.index());
        body.put("aliases", aliases);
        call("PUT", "/" + index, body);
    }

    void writeAll(String target) throws IOException {
        write(target, 0, corpus.size());
    }

    /** Writes one of the parts of the corpus, into segments of its own. */
    void writePart(String target, int part) throws IOException {
        write(target, corpus.size() * part / PARTS, corpus.size() * (part + 1) / PARTS);
    }

    /** Writes all documents under other identifiers, without what a filter may ask for. */
    void writeWithoutHosts(String target) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < corpus.size(); i++) {
            Map<String, Object> document = document(i);
            document.remove(IndexMode.HOST);
            line(lines, Map.of("create", Map.of()));
            line(lines, document);
        }
        bulk(target, lines);
    }

    private void write(String target, int from, int to) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = from; i < to; i++) {
            if (corpus.texts(i) == null) {
                continue;
            }
            Map<String, Object> action = new LinkedHashMap<>();
            if (mode.hasIdsOfItsOwn() == false) {
                action.put("_id", "d" + i);
            }
            if (mode.isRouted()) {
                action.put("routing", "r" + i % 4);
            }
            line(lines, Map.of("create", action));
            line(lines, document(i));
        }
        bulk(target, lines);
    }

    /**
     * Deletes and overwrites documents, until what is there are those of another corpus.
     *
     * @param changed has null where there is no document any more
     */
    void change(String target, Map<Integer, ModeDocument> documents, ModeCorpus changed)
            throws IOException {
        ModeWriter writer = new ModeWriter(rest, mode, changed);
        StringBuilder lines = new StringBuilder();
        documents.forEach((number, document) -> {
            if (changed.texts(number) == null) {
                line(lines, Map.of("delete", document.address()));
            } else if (changed.texts(number).equals(corpus.texts(number)) == false) {
                if (document.isInStream()) {
                    line(lines, Map.of("delete", document.address()));
                    line(lines, Map.of("create", Map.of("_id", document.id())));
                } else {
                    Map<String, Object> address = document.address();
                    if (mode.hasIdsOfItsOwn()) {
                        address.remove("_id");
                    }
                    line(lines, Map.of("index", address));
                }
                line(lines, writer.document(number));
            }
        });
        bulk(target, lines);
    }

    private void bulk(String target, CharSequence lines) throws IOException {
        Answer answer = rest.callLines(
                "POST", "/" + target + "/_bulk?refresh=true", lines.toString()).ok();
        if (Boolean.TRUE.equals(answer.at("errors"))) {
            throw new AssertionError(answer.text());
        }
    }

    private Map<String, Object> document(int number) {
        Map<String, Object> source = IndexMode.map(
                IndexMode.NUMBER, number,
                IndexMode.TIME,
                "2026-01-01T01:" + (10 + number / 50) + ":" + (10 + number % 50) + "Z",
                IndexMode.HOST, "host-" + number % 2);
        source.putAll(mode.fields().source().apply(corpus.texts(number)));
        return source;
    }

    private static void line(StringBuilder lines, Map<String, ?> object) {
        lines.append(Json.of(object)).append('\n');
    }
}
