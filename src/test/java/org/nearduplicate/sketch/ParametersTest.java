package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Locale;
import org.junit.After;
import org.junit.Test;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.BandChoiceResolveTest;
import org.nearduplicate.curve.BandChoiceTest;
import org.nearduplicate.curve.CurveGoal;

/** Every parameter has the documented name, default and bounds. */
public class ParametersTest {

    private final Locale locale = Locale.getDefault();

    @After
    public void restoreLocale() {
        Locale.setDefault(locale);
    }

    @Test
    public void wholeNumbers() {
        assertNumber(Parameters.SHINGLE_SIZE, "shingle_size", 3, 1, 64);
        assertNumber(Parameters.HASH_COUNT, "hash_count", 192, 16, 1024);
        assertNumber(Parameters.BANDS, "bands", 12, 1, 512);
        assertNumber(Parameters.ROWS, "rows", 6, 2, 6);
        assertNumber(Parameters.SEED, "seed", 0, 0, 2147483647);
    }

    @Test
    public void schemeVersion() {
        assertEquals(new IntParameter("scheme_version", 4, 4, 4), Parameters.SCHEME_VERSION);
        assertEquals(4, Parameters.SCHEME_VERSION.check(4));
        for (int unknown : new int[] {0, 1, 2, 3, 5, -1, Integer.MAX_VALUE}) {
            String error = "[scheme_version] must be 4, the only value that this version of the"
                    + " plugin knows, got [" + unknown + "]";
            Refusal.of(() -> Parameters.SCHEME_VERSION.check(unknown)).says(error);
            Refusal.of(() -> Parameters.SCHEME_VERSION.parse(unknown)).says(error);
        }
    }

    @Test
    public void shares() {
        assertShare(Parameters.SIMILARITY, "similarity", .8, "(0,1]");
        assertShare(Parameters.RECALL, "recall", .99, "(0,1)");
        assertShare(Parameters.MIN_SIMILARITY, "min_similarity", .8, "(0,1]");
    }

    @Test
    public void choices() {
        assertChoice(Parameters.SHINGLE_UNIT, "shingle_unit", "word", "[word, character]");
        assertChoice(Parameters.SKETCH, "sketch", "fast_similarity",
                "[fast_similarity, super_minhash, minhash]");
        assertChoice(Parameters.HASH_FUNCTION, "hash_function", "xxh3",
                "[xxh3, murmur3, farmhash, komihash]");
    }

    @Test
    public void signatureBits() {
        assertEquals(
                new IntParameter("signature_bits", 2, List.of(1, 2, 4, 8)),
                Parameters.SIGNATURE_BITS);
        for (int bits : new int[] {1, 2, 4, 8}) {
            assertEquals(bits, Parameters.SIGNATURE_BITS.check(bits));
            assertEquals(Integer.valueOf(bits), Parameters.SIGNATURE_BITS.parse(bits + ".0"));
        }
        for (Object wrong : new Object[] {-1, 0, 3, 5, 16, 258, "8 bits", "", 2.5, true, null,
                4294967298L}) {
            Refusal.of(() -> Parameters.SIGNATURE_BITS.parse(wrong))
                    .says("[signature_bits] must be one of [1, 2, 4, 8], got [" + wrong + "]");
        }
    }

    @Test
    public void theDefaultBandsAreThoseOfTheDefaultGoal() {
        assertEquals(
                new Banding(Parameters.BANDS.defaultValue(), Parameters.ROWS.defaultValue()),
                BandChoice.choices(
                        CurveGoal.find(
                                Parameters.SIMILARITY.defaultValue(),
                                Parameters.RECALL.defaultValue()),
                        BandRows.MOST,
                        Parameters.HASH_COUNT.defaultValue()).findFirst().get()
                        .banding());
    }

    @Test
    public void errorsAreTheSameInEveryLocale() {
        for (String tag : new String[] {"ar-EG", "th-TH-u-nu-thai", "de", "tr"}) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            wholeNumbers();
            shares();
            choices();
            new BandChoiceResolveTest().allFourThatDoNotFit();
            new BandChoiceResolveTest().moreComponentsThanThereAre();
            new BandChoiceTest().saysHowManyHashesAnImpossibleGoalNeeds();
        }
    }

    private static void assertNumber(IntParameter parameter, String name, int defaultValue, int min,
            int max) {
        assertEquals(new IntParameter(name, defaultValue, min, max), parameter);
        assertEquals(min, parameter.check(min));
        assertEquals(max, parameter.check(max));
        String range = "[" + name + "] must be a whole number between " + min + " and " + max
                + ", got ";
        Refusal.of(() -> parameter.check(min - 1)).says(range + "[" + (min - 1) + "]");
        Refusal.of(() -> parameter.parse(max + 1L)).says(range + "[" + (max + 1L) + "]");
    }

    private static void assertShare(ShareParameter parameter, String name, double defaultValue,
            String range) {
        assertEquals(new ShareParameter(name, defaultValue, range.endsWith("]")), parameter);
        String error = "[" + name + "] must be a number in " + range + ", got ";
        Refusal.of(() -> parameter.check(0)).says(error + "[0.0]");
        Refusal.of(() -> parameter.check(Math.nextUp(1.0))).says(error + "[1.0000000000000002]");
        if (range.endsWith(")")) {
            Refusal.of(() -> parameter.check(1)).says(error + "[1.0]");
        }
        assertEquals(Double.MIN_VALUE, parameter.check(Double.MIN_VALUE), 0);
        assertEquals(Math.nextDown(1.0), parameter.check(Math.nextDown(1.0)), 0);
    }

    private static <E extends Enum<E>> void assertChoice(ChoiceParameter<E> parameter, String name,
            String defaultName, String choices) {
        assertEquals(name, parameter.name());
        assertEquals(defaultName, ChoiceParameter.nameOf(parameter.defaultValue()));
        Refusal.of(() -> parameter.parse("none"))
                .says("[" + name + "] must be one of " + choices + ", got [none]");
    }
}
