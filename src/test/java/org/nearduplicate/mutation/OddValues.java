package org.nearduplicate.mutation;

import java.util.List;
import java.util.Random;

/** Values, as JSON, that parsers are known to stumble over. */
final class OddValues {

    private static final List<String> LITERALS = List.of(
            "null", "true", "false", "{}", "[]", "[null]", "[[]]", "[{}]", "{\"\":null}",
            "{\"a\":{\"a\":{}}}", "[1,\"a\",null,true,{}]",
            // Numbers: bounds of types, of parameters, and what is no number in JSON.
            "0", "-0", "0.0", "-1", "1", "2", "3.7", "1.0", "1e0", "1E+2", "0.9999999999999999",
            "1.0000000000000002", "5e-324", "1.7976931348623157e308", "1e400", "-1e400", "1e-400",
            "1e999999999", "1e-999999999", "2147483647", "2147483648", "-2147483649",
            "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
            "123456789012345678901234567890", "NaN", "Infinity", "-Infinity", "0x10", "01", "1.",
            ".5", "1e", "-", "+1",
            // Numbers in texts.
            "\"0\"", "\"1\"", "\"-1\"", "\"0.5\"", "\"1e0\"", "\" 1\"", "\"NaN\"",
            "\"Infinity\"", "\"1e999999999\"", "\"1e-999999999\"", "\"1e99999999999\"",
            "\"0x1p3\"", "\"1f\"", "\"１\"", "\"true\"", "\"false\"", "\"null\"", "\"auto\"",
            // Texts: empty, names of indices and fields, odd Unicode, lone surrogates.
            "\"\"", "\" \"", "\"*\"", "\"?\"", "\".\"", "\"..\"", "\"a..b\"", "\".a\"", "\"a.\"",
            "\"_all\"", "\"_source\"", "\"_id\"", "\"_index\"", "\"-a\"", "\"a,b\"", "\"A\"",
            "\"a b\"", "\"#\"", "\"a:b\"", "\"<a-{now/d}>\"", "\"<a\"", "\"\\\\\"", "\"/\"",
            "\"%00\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"a\\ud83d\"",
            "\"\\ud83d\\ude00\"", "\"\\uffff\"", "\"\\u202e\"", "\"e\\u0301\"", "\"\\ufdfa\"",
            "\"\\n\\r\\t\"", "\"{}\"", "\"<script>&amp;]]>\"", "\"$1 %s %n {}\"",
            // What is no JSON.
            "", "\"", "'a'", "undefined", "tru", "{", "}", "[", "]", ":", ",", "\"\\x\"",
            "\"\\u12\"", "/*", "//");

    private static final int LONG = 40_000;

    private OddValues() {}

    /** One of them, sometimes one that is very long or deep. */
    static String any(Random random) {
        return switch (random.nextInt(40)) {
            case 0 -> digits(random);
            case 1 -> '"' + digits(random) + '"';
            case 2 -> "\"0." + digits(random) + '"';
            case 3 -> '"' + "many words ".repeat(1 + random.nextInt(LONG / 10)) + '"';
            case 4 -> '"' + "a".repeat(1 + random.nextInt(LONG)) + '"';
            case 5 -> nested(random, "[", "]");
            case 6 -> nested(random, "{\"a\":", "}");
            case 7 -> '[' + "\"a\",".repeat(random.nextInt(2_000)) + "\"b\"]";
            default -> LITERALS.get(random.nextInt(LITERALS.size()));
        };
    }

    private static String digits(Random random) {
        return Integer.toString(1 + random.nextInt(9)).repeat(1 + random.nextInt(LONG / 10));
    }

    private static String nested(Random random, String open, String close) {
        int depth = 1 + random.nextInt(random.nextBoolean() ? 20 : 3_000);
        return open.repeat(depth) + "1" + close.repeat(depth);
    }
}
