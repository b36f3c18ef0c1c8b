package org.nearduplicate.analysis;

import static java.util.Map.entry;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is done to a text that a reader then takes for the same one. */
enum Edit {

    UPPER_CASE {
        @Override
        String of(String language, String text) {
            return upper(language, text);
        }
    },

    UPPER_CASE_WITHOUT_ACCENTS {
        @Override
        String of(String language, String text) {
            return CASED.contains(language) ? withoutMarks(upper(language, text)) : text;
        }
    },

    /** Where vowels need not be written, each word gets one; where marks are letters or tones of a script without spaces, they stay. */
    ACCENTS {
        @Override
        String of(String language, String text) {
            return switch (language) {
                case "ar", "fa", "ur" -> inside(text, 1, 2, i -> "\u064E");
                case "he" -> inside(text, 1, 2, i -> "\u05B7");
                case "th", "lo", "km", "my" ->
                    text.replaceAll("[\u0E48-\u0E4B\u0EC8-\u0ECB\u1037]", "");
                case "hi", "bn" ->
                    Normalizer.normalize(text, Form.NFD).replaceAll("[\u093C\u09BC]", "");
                case "bo", "zh", "ja", "ta", "te", "ml", "ko" -> text;
                default -> withoutMarks(text);
            };
        }
    },

    WRITTEN_APART {
        @Override
        String of(String language, String text) {
            return Normalizer.normalize(text, Form.NFD);
        }
    },

    INVISIBLE_CHARACTERS {
        @Override
        String of(String language, String text) {
            return inside(text, 4, 2, i -> INVISIBLE.get(i % INVISIBLE.size()))
                    .replaceFirst(" ", "\u200E ");
        }
    },

    OTHER_APOSTROPHES {
        @Override
        String of(String language, String text) {
            return text.replace("'", "\u02BC").replace("\"", "\u05F4").replace('\u02BB', '\'');
        }
    },

    CURLY_APOSTROPHES {
        @Override
        String of(String language, String text) {
            return text.replace('\'', '\u2019');
        }
    },

    /** What keyboards and encodings of one language have in two ways. */
    OTHER_LETTERS {
        @Override
        String of(String language, String text) {
            return switch (language) {
                case "de" -> text.replace("\u00DF", "ss");
                case "tr" -> text.replace('\u0131', 'i').replace('\u0130', 'I');
                case "ru" -> text.replace('\u0451', '\u0435');
                case "el" -> text.replace('\u03C2', '\u03C3');
                case "ar", "fa", "ur" -> text.replaceAll("[\u0623\u0625\u0622]", "\u0627")
                        .replace('\u064A', '\u06CC').replace('\u0643', '\u06A9')
                        .replace('\u0629', '\u0647').replace("\u0646", "\u0646\u0640")
                        .replace("\u200C", "");
                case "ml" -> text.replace("\u0D7B", "\u0D28\u0D4D\u200D")
                        .replace("\u0D7C", "\u0D30\u0D4D\u200D")
                        .replace("\u0D7D", "\u0D32\u0D4D\u200D");
                case "zh", "ja" -> text.replaceAll("([\u5E02\u65B0\u5E74])", "$1\uDB40\uDD00");
                case "emo" -> text.replaceAll("([\u2764\u2600\u2708])", "$1\uFE0F")
                        .replace("\uD83D\uDC4D", "\uD83D\uDC4D\uD83C\uDFFD");
                default -> text;
            };
        }
    },

    OTHER_WIDTH {
        @Override
        String of(String language, String text) {
            StringBuilder wide = new StringBuilder();
            text.chars().forEach(
                    each -> wide.append((char) (each > ' ' && each < 0x7F ? each + 0xFEE0 : each)));
            return wide.toString().replace(
                    "\u30B3\u30F3\u30D4\u30E5\u30FC\u30BF\u30FC",
                    "\uFF7A\uFF9D\uFF8B\uFF9F\uFF6D\uFF70\uFF80\uFF70");
        }
    },

    OTHER_DIGITS {
        @Override
        String of(String language, String text) {
            int zero = ZEROS.getOrDefault(language, (int) '0');
            StringBuilder digits = new StringBuilder();
            text.codePoints().forEach(
                    each -> digits.appendCodePoint(
                            each >= '0' && each <= '9' ? zero + each - '0' : each));
            return digits.toString();
        }
    },

    GROUPS_OF_DIGITS {
        @Override
        String of(String language, String text) {
            return text.contains("1500")
                    ? text.replace("1500", "1,500")
                    : text.replaceAll("1[.,]500", "1500");
        }
    },

    NO_SPACE_BEHIND_A_STOP {
        @Override
        String of(String language, String text) {
            return text.replaceAll("([.\u3002\u0964:]) ", "$1");
        }
    },

    DIVIDED_WORDS {
        @Override
        String of(String language, String text) {
            return CASED.contains(language)
                    ? inside(text, 4, 5, i -> i % 2 == 0 ? "-\n" : "\u00AD\r\n")
                    : text;
        }
    },

    SPACES_BETWEEN_WORDS {
        @Override
        String of(String language, String text) {
            return switch (language) {
                case "th", "lo" -> text.replaceAll("([\u0E40-\u0E44\u0EC0-\u0EC4])", "\u200B $1");
                case "km" -> text.replaceAll("(\u1780\u17B6\u179A)", " $1");
                case "my" ->
                    text.replaceAll("(\u1010\u1031\u102C\u103A|\u101E\u100A\u103A)", "$1 ");
                case "zh", "ja" -> text.replaceAll(
                        "([\u662F\u6CA1\u4E3A\u5DF2\u6B63\u5728\u306F\u306E\u306B])", "$1 ");
                default -> text;
            };
        }
    };

    private static final List<String> INVISIBLE =
            List.of("\u00AD", "\u200C", "\u200D", "\u2060", "\u200B", "\uFEFF");

    private static final Set<String> CASED = Set.of(
            "en", "de", "fr", "es", "pt", "it", "pl", "cs", "tr", "vi", "yo", "haw", "el", "grc",
            "ru", "uk", "bg", "sr", "hy", "ka", "chr", "emo");

    private static final Map<String, Integer> ZEROS = Map.ofEntries(
            entry("ar", 0x660), entry("fa", 0x6F0), entry("ur", 0x6F0), entry("hi", 0x966),
            entry("bn", 0x9E6), entry("ta", 0xBE6), entry("te", 0xC66), entry("ml", 0xD66),
            entry("th", 0xE50), entry("lo", 0xED0), entry("km", 0x17E0), entry("my", 0x1040),
            entry("zh", 0xFF10), entry("ja", 0xFF10), entry("ko", 0xFF10));

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]+");

    /** Returns the text as it was given if its language does not have that. */
    abstract String of(String language, String text);

    private static String upper(String language, String text) {
        return text.toUpperCase(language.equals("tr") ? Locale.of("tr") : Locale.ROOT);
    }

    private static String withoutMarks(String text) {
        return Normalizer.normalize(text, Form.NFD).replaceAll("\\p{Mn}", "");
    }

    /** Puts something into the middle of some words, between a letter with its marks and the next. */
    private static String inside(
            String text, int oneIn, int shortest, IntFunction<String> what) {
        Matcher words = WORD.matcher(text);
        StringBuilder edited = new StringBuilder();
        int copied = 0;
        int found = 0;
        int put = 0;
        while (words.find()) {
            if (words.end() - words.start() >= shortest && found++ % oneIn == 0) {
                int middle = words.start() + (words.end() - words.start()) / 2;
                while (middle < words.end()
                        && ScriptsTest.isPartOfLetter(text.codePointAt(middle))) {
                    middle++;
                }
                if (middle < words.end()) {
                    edited.append(text, copied, middle).append(what.apply(put++));
                    copied = middle;
                }
            }
        }
        return edited.append(text, copied, text.length()).toString();
    }
}
