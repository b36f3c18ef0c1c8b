package org.nearduplicate.integration;

import java.lang.Character.UnicodeScript;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A text in each script that Unicode has, and some that mix directions, marks and emoji. */
final class ScriptTexts {

    private static final int SAMPLES = 60;
    private static final int WORD = 4;

    private ScriptTexts() {}

    /** Returns the texts by their names. */
    static Map<String, String> all() {
        Map<UnicodeScript, StringBuilder> texts = new TreeMap<>();
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (Character.isLetterOrDigit(codePoint)) {
                StringBuilder text = texts.computeIfAbsent(
                        UnicodeScript.of(codePoint), script -> new StringBuilder());
                int letters = text.codePointCount(0, text.length());
                if (letters < SAMPLES * (WORD + 1) / WORD) {
                    text.append(letters % (WORD + 1) == WORD ? " " : "");
                    text.appendCodePoint(codePoint);
                }
            }
        }
        Map<String, String> all = new LinkedHashMap<>();
        texts.forEach((script, text) -> all.put(script.name(), text.toString()));
        all.put("both-directions",
                "one \u05d0\u05d1 two \u202e\u05d2\u05d3 three\u202c \u0627\u0628");
        all.put("marks", "a\u0301\u0323\u0308 b\u0308\u0301 z" + "\u0300\u0316".repeat(500) + " q");
        all.put("emoji", "\uD83D\uDE00 \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 "
                + "\uD83C\uDDE9\uD83C\uDDEA \uD83D\uDC4D\uD83C\uDFFD \u2764\uFE0F");
        all.put("surrogates", "left \uD800 alone \uDFFF here \uDBFF\uDFFF end");
        all.put("invisible", "no\u200Bbreak soft\u00ADhyphen \uFEFFbom \u2060join\u2060er");
        return all;
    }
}
