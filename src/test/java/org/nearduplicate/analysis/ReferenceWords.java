package org.nearduplicate.analysis;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a text another way: from the rules and not from the table, and by a regular expression over what each
 * character does. Slow, and without a longest word.
 */
final class ReferenceWords {

    /** At the number of each kind. A letter is one of {@code luh}, and what attaches of {@code xs}. */
    private static final String SIGNS = "|ldcejxoms.~- n'q,";

    private static final char BREAK = '|';
    private static final char STACK = 's';
    private static final char ATTACHED = 'x';
    private static final String OF_WORDS = "luhdcejx";
    private static final String UNITS = "ce";

    private static final String NUMBER = "(?<!d)d{1,3}(?:[',]s*ds*ds*d(?!s*d))+|d++";
    private static final String APOSTROPHE =
            "(?<=[luhjx])'[s']*(?=[luh])|(?<=d)'s*(?=[luh])|(?<=h)qs*(?=h)";
    private static final String DIVIDED = "(?:-[ ~]*n|~[s~]*[ n])[ n~]*";
    private static final String NEXT_LINE = "(?<=[luhjx])" + DIVIDED + "(?=[lh])";
    private static final String AFTER_UNIT = "(?:[x n~]|s[xs n~]*c?)*";

    private static final Pattern WORD = Pattern.compile(
            "(?:" + NUMBER + "|[luhj])(?:" + NUMBER + "|[luhjxs]|" + APOSTROPHE + "|" + NEXT_LINE
                    + ")*+"
                    + "|e[xs n~]*(?:c" + AFTER_UNIT + ")?"
                    + "|c" + AFTER_UNIT);

    /** What each character that is left does, and the character. */
    private final StringBuilder signs = new StringBuilder();

    private final List<Integer> characters = new ArrayList<>();

    private ReferenceWords() {}

    static List<String> of(String text) {
        ReferenceWords words = new ReferenceWords();
        text.codePoints().forEach(words::add);
        return words.found();
    }

    private void add(int codePoint) {
        String folded = CharacterRules.folded(codePoint);
        int kind = CharacterRules.kind(codePoint, folded);
        if (kind == CharacterKind.STACK) {
            put(codePoint, STACK);
        } else if (kind == CharacterKind.SOFT_HYPHEN) {
            put(codePoint, '~');
        }
        folded.codePoints().forEach(
                each -> addFolded(
                        each, SIGNS.charAt(CharacterRules.kind(each, Character.toString(each))),
                        CharacterRules.isUpper(codePoint)));
    }

    private void addFolded(int codePoint, char sign, boolean isUpper) {
        int last = lastOfWord();
        Integer both = last < 0 ? null : composed(characters.get(last), codePoint, sign);
        if (last >= 0 && (both != null || "mo".indexOf(sign) >= 0)) {
            forgetHyphens(last);
        }
        if (both != null) {
            characters.set(last, both);
        } else if (last < 0 && "mo".indexOf(sign) >= 0) {
            put(codePoint, BREAK);
        } else if (sign == 'o') {
            addOrdered(codePoint, last);
        } else if (sign == 'l') {
            boolean isHebrew = '\u05D0' <= codePoint && codePoint <= '\u05EA';
            put(codePoint, isUpper ? 'u' : isHebrew ? 'h' : 'l');
        } else if (sign != 'm') {
            put(codePoint, sign);
        }
    }

    private static Integer composed(int first, int second, char sign) {
        if (sign == 'j') {
            String both = Normalizer.normalize(
                    Character.toString(first) + Character.toString(second), Form.NFC);
            return both.codePointCount(0, both.length()) == 1 ? (Integer) both.codePointAt(0)
                    : null;
        }
        Character both = "mxe".indexOf(sign) < 0 ? null : CharacterRules.composed(first, second);
        return both == null ? null : (Integer) (int) both;
    }

    private void addOrdered(int mark, int last) {
        int before = characters.get(last);
        boolean isOfOneScript = UnicodeScript.of(before) == UnicodeScript.of(mark);
        if (isOfOneScript && SIGNS.charAt(
                CharacterRules.kind(before, Character.toString(before))) == 'o') {
            characters.set(last, before == '\u0F74' ? mark : before);
        } else if (isOfOneScript) {
            put(mark, ATTACHED);
        }
    }

    /** What belongs to the last letter stands before the end of the line. */
    private void forgetHyphens(int last) {
        for (int i = signs.length() - 1; i > last; i--) {
            if (signs.charAt(i) == '~') {
                signs.deleteCharAt(i);
                characters.remove(i);
            }
        }
    }

    private void put(int codePoint, char sign) {
        signs.append(sign);
        characters.add(codePoint);
    }

    /** Returns the place of the last character of a word that goes on here, of a unit after white space too, or -1. */
    private int lastOfWord() {
        int last = signs.length() - 1;
        boolean isSpaced = false;
        while (last >= 0 && "s~ n".indexOf(signs.charAt(last)) >= 0) {
            isSpaced |= " n".indexOf(signs.charAt(last)) >= 0;
            last--;
        }
        int first = last;
        while (first > 0 && "xs~ n".indexOf(signs.charAt(first)) >= 0) {
            first--;
        }
        String allowed = isSpaced ? UNITS : OF_WORDS;
        return last >= 0 && allowed.indexOf(signs.charAt(first)) >= 0 ? last : -1;
    }

    private List<String> found() {
        drop("~(?![s~]*[ n])");
        drop("(?<=d[xs]{0,99})[xs]+");
        drop("(?<=[luhj][xs]{0,99})s+");
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(signs);
        while (matcher.find()) {
            StringBuilder word = new StringBuilder();
            for (int i = matcher.start(); i < matcher.end(); i++) {
                if (OF_WORDS.indexOf(signs.charAt(i)) >= 0) {
                    word.appendCodePoint(characters.get(i));
                }
            }
            words.add(word.toString());
        }
        return words;
    }

    private void drop(String regex) {
        Matcher matcher = Pattern.compile(regex).matcher(signs.toString());
        List<int[]> ranges = new ArrayList<>();
        while (matcher.find()) {
            ranges.add(new int[] {matcher.start(), matcher.end()});
        }
        for (int[] range : ranges.reversed()) {
            signs.delete(range[0], range[1]);
            characters.subList(range[0], range[1]).clear();
        }
    }
}
