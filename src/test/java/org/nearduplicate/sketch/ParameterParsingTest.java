package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

/** Values are read as users write them, and what is no value is refused with its text. */
public class ParameterParsingTest {

    private static final IntParameter NUMBER = new IntParameter("number", 5, -3, 1000);
    private static final ShareParameter SHARE = new ShareParameter("share", .5, true);
    private static final ChoiceParameter<HashFunction> CHOICE = new ChoiceParameter<>("choice",
            HashFunction.KOMIHASH);

    @Test
    public void wholeNumbersInAllNotations() {
        for (Object seven : new Object[] {7, 7L, (short) 7, 7.0, 7f, "7", "7.0", "7e0", "70e-1",
                "+7", "007"}) {
            assertEquals(seven.toString(), Integer.valueOf(7), NUMBER.parse(seven));
        }
        assertEquals(Integer.valueOf(-3), NUMBER.parse("-3"));
        assertEquals(Integer.valueOf(1000), NUMBER.parse("1e3"));
    }

    @Test
    public void whatIsNoWholeNumber() {
        assertRefused(NUMBER, 7.5, "7.5", 1e-9, "NaN", Double.NaN,
                Double.POSITIVE_INFINITY, "", " ", "seven", "0x7", "7L", "1,000", true, null);
    }

    /** None of them takes more time or memory than its text. */
    @Test
    public void hugeNumbers() {
        assertRefused(NUMBER, 1001, -4, Integer.MAX_VALUE, Integer.MIN_VALUE,
                Long.MAX_VALUE, 4294967303L, "4294967303", 1e300, "1e2147483647",
                "-1e2147483647", "1e-2147483647", "1e99999999999", "9".repeat(1000));
    }

    /** The time to read digits grows with their square: these would take hours. */
    @Test(timeout = 600_000)
    public void longNumbersAreNotRead() {
        String zeros = "0".repeat(Parameter.MAX_DIGITS - 1);
        assertEquals(Integer.valueOf(1), NUMBER.parse(zeros + "1"));
        assertEquals(1, SHARE.parse(zeros + "1"), 0);
        String[] tooLong = {zeros + "01", "0." + "9".repeat(20_000_000)};
        assertRefused(NUMBER, (Object[]) tooLong);
        assertRefused(SHARE, (Object[]) tooLong);
    }

    @Test
    public void shares() {
        for (Object half : new Object[] {.5, .5f, "0.5", ".5", "5e-1", "0.50"}) {
            assertEquals(half.toString(), .5, SHARE.parse(half), 0);
        }
        assertEquals(1, SHARE.parse(1), 0);
        assertEquals(1, SHARE.parse("1"), 0);
        assertEquals(.8, SHARE.parse("0.8"), 0);
    }

    @Test
    public void whatIsNoShare() {
        assertRefused(SHARE, "NaN", "Infinity", "", "half", "0,5", "0.5%", "0.5f",
                "0x1p-1", " 0.5", "1e-400", "1e400", true, null);
        assertRefused(SHARE, 0.0, -0.0, -.5, 1.5, Double.NaN,
                Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300);
    }

    @Test
    public void percentagesAreToldAsShares() {
        for (Object eighty : new Object[] {80, 80.0, "80", "80%"}) {
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> SHARE.parse(eighty));
            assertEquals(
                    "[share] must be a number in (0,1], got [" + eighty + "]: 80% is [0.80]",
                    refusal.getMessage());
        }
    }

    @Test
    public void choicesAreLowerCaseNames() {
        assertSame(HashFunction.XXH3, CHOICE.parse("xxh3"));
        assertRefused(CHOICE, "XXH3", "xxh", "", " xxh3", "xxh3 ");
        for (HashFunction function : HashFunction.values()) {
            assertSame(function, CHOICE.parse(ChoiceParameter.nameOf(function)));
        }
    }

    private static void assertRefused(Parameter<?> parameter, Object... values) {
        String allowed = switch (parameter) {
            case IntParameter number -> "a whole number between -3 and 1000";
            case ShareParameter share -> "a number in (0,1]";
            case ChoiceParameter<?> choice -> "one of [xxh3, murmur3, farmhash, komihash]";
        };
        for (Object value : values) {
            Refusal.of(() -> parameter.parse(value))
                    .says("[" + parameter.name() + "] must be " + allowed + ", got [" + value
                            + "]");
        }
    }
}
