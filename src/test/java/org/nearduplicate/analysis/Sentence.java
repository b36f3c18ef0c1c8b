package org.nearduplicate.analysis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Two or three sentences of a language that say the same in each, and the same with one word changed.
 *
 * @param code that of the language
 * @param language its name
 * @param text the sentences
 * @param changed with another word
 */
record Sentence(String code, String language, String text, String changed) {

    private static final String FILE = "sentences.tsv";

    /** In braces: the word, and the other one. */
    private static final String CHOICE = "\\{([^|]*)\\|([^}]*)\\}";

    /** Returns those of all languages. */
    static List<Sentence> all() throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(
                        Sentence.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            return lines.lines().map(Sentence::of).collect(Collectors.toList());
        }
    }

    private static Sentence of(String line) {
        String[] columns = line.split("\t");
        return new Sentence(
                columns[0], columns[1], columns[2].replaceAll(CHOICE, "$1"),
                columns[2].replaceAll(CHOICE, "$2"));
    }

    @Override
    public String toString() {
        return language;
    }
}
