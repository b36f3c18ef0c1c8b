package org.nearduplicate.benchmark.load;

import java.util.Map;

/** What is indexed of a text. The documents are the same for all. */
enum Mapping {

    /** As every search has it; what the others are compared with. */
    TEXT("text", Map.of("type", "text")),

    /** What the plugin adds to that. */
    TEXT_AND_MINHASH("text and minhash", withMinHash(Map.of("type", "minhash"))),

    /** With the shingle sets stored. */
    TEXT_AND_EXACT(
            "text and minhash with exact",
            withMinHash(Map.of("type", "minhash", "exact", true))),

    /** With one shingle in 16 as a sampled shingle. */
    TEXT_AND_PASSAGES(
            "text and minhash with passages",
            withMinHash(Map.of("type", "minhash", "passages", 16))),

    /** For near duplicates only. */
    MINHASH("minhash alone", Map.of("type", "minhash")),

    /** Nothing of the text: what the server does for any document. */
    STORED("text not indexed", Map.of("type", "text", "index", false));

    private final String title;
    private final Map<String, Object> text;

    Mapping(String title, Map<String, Object> text) {
        this.title = title;
        this.text = text;
    }

    /** Returns a name for humans. */
    String title() {
        return title;
    }

    /** Returns the properties of an index. */
    Map<String, Object> properties() {
        return Map.of(Bulk.TEXT, text, Bulk.PART, Map.of("type", "keyword"));
    }

    private static Map<String, Object> withMinHash(Map<String, Object> minHash) {
        return Map.of("type", "text", "fields", Map.of("near", minHash));
    }
}
