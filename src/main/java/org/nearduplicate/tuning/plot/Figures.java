package org.nearduplicate.tuning.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** How figures are written for a reader. A figure that does not exist (NaN) is a dash. */
public final class Figures {

    private static final String NONE = "–";

    private static final BigDecimal ALL = BigDecimal.valueOf(100);
    private static final BigDecimal LEAST_OF_TWO_PLACES = new BigDecimal("0.01");
    private static final BigDecimal LEAST = new BigDecimal("0.000001");

    private static final int SIGNIFICANT = 3;
    private static final int THOUSAND = 1000;

    private Figures() {}

    /**
     * Writes a share as a percentage of two places at most. Only none is {@code 0%} and only all is
     * {@code 100%}: what is closer to them than two places tell has as many as it needs, up to six.
     *
     * @param share in [0,1], or NaN
     * @return such as {@code 99.6%}
     */
    public static String share(double share) {
        return percentage(share, false);
    }

    /** Writes a share like {@link #share}, but with two places at least, to stand in a column. */
    public static String shareInColumn(double share) {
        return percentage(share, true);
    }

    /** Writes a whole number, with thousands set apart. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /**
     * Writes a quantity to three significant digits, or to the unit if it has more before the
     * point.
     */
    public static String quantity(double quantity) {
        if (Double.isNaN(quantity)) {
            return NONE;
        }
        if (Math.round(quantity) >= THOUSAND) {
            return count(Math.round(quantity));
        }
        return plain(BigDecimal.valueOf(quantity).round(new MathContext(SIGNIFICANT)));
    }

    /** Writes the difference of two similarities, to four places. */
    public static String difference(double difference) {
        return Double.isNaN(difference)
                ? NONE
                : BigDecimal.valueOf(difference).setScale(4, RoundingMode.HALF_UP).toPlainString();
    }

    /** Writes a similarity that a user gave as it was given, up to six digits. */
    public static String similarity(double similarity) {
        return plain(BigDecimal.valueOf(similarity).round(new MathContext(6)));
    }

    private static String percentage(double share, boolean aligned) {
        if (Double.isNaN(share)) {
            return NONE;
        }
        BigDecimal percent = BigDecimal.valueOf(share).multiply(ALL);
        BigDecimal toNearerEnd = percent.min(ALL.subtract(percent));
        if (toNearerEnd.signum() != 0 && toNearerEnd.compareTo(LEAST) < 0) {
            return (percent.signum() > 0 && share < 0.5 ? "<" + LEAST : ">" + ALL.subtract(LEAST))
                    + "%";
        }
        if (toNearerEnd.signum() == 0 || toNearerEnd.compareTo(LEAST_OF_TWO_PLACES) >= 0) {
            BigDecimal rounded = percent.setScale(2, RoundingMode.HALF_UP);
            return (aligned ? rounded.toPlainString() : plain(rounded)) + "%";
        }
        BigDecimal precise = toNearerEnd.round(new MathContext(1, RoundingMode.HALF_DOWN));
        return plain(share < 0.5 ? precise : ALL.subtract(precise)) + "%";
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
