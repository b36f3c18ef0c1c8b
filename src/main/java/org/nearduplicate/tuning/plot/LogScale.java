package org.nearduplicate.tuning.plot;

import static org.nearduplicate.tuning.plot.RoundNumbers.ROUNDING;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Equal ratios are equal lengths. Zero, which has no logarithm, has a place of its own.
 *
 * @param from the figure where the logarithms start, above 0
 * @param to the figure at the end
 * @param zero where zero is drawn
 * @param start where the logarithms start
 * @param end where the axis ends
 * @param ticks the figures that the axis tells
 */
record LogScale(
        double from, double to, double zero, double start, double end, List<Scale.Tick> ticks)
        implements Scale {

    /** An axis of no more decades tells 2 and 5 times the powers of ten too. */
    private static final double FEW_DECADES = 2;

    /** How many powers of ten are told at most. */
    private static final int MOST_DECADES = 7;

    private static final int[] FACTORS = {1, 2, 5};
    private static final int[] ONE = {1};

    private static final int DECADES_OF_THOUSAND = 3;
    private static final List<String> THOUSANDS = List.of("", "k", "M", "G", "T", "P", "E");

    /**
     * Returns an axis of counts on which 1 has some length, so that it is not taken for 0.
     *
     * @param most the greatest count
     */
    static LogScale counts(long most, double start, double end) {
        double to = RoundNumbers.ceiling(Math.max(10, most));
        return new LogScale(0.5, to, start, start, end, ticks(1, to));
    }

    /**
     * Returns an axis of quantities.
     *
     * @param least the least that is not zero
     * @param most the greatest
     * @param zero where zero is drawn; the same as the start if none is
     */
    static LogScale quantities(double least, double most, double zero, double start, double end) {
        double from = RoundNumbers.floor(least);
        double to = RoundNumbers.ceiling(Math.max(most, 2 * from));
        List<Tick> ticks = new ArrayList<>(ticks(from, to));
        if (zero != start) {
            ticks.addFirst(new Tick(0, "0"));
        }
        return new LogScale(from, to, zero, start, end, List.copyOf(ticks));
    }

    @Override
    public double place(double figure) {
        return figure == 0
                ? zero
                : start + Math.log(figure / from) / Math.log(to / from) * (end - start);
    }

    private static List<Tick> ticks(double from, double to) {
        int first = (int) Math.floor(Math.log10(from) + ROUNDING);
        int last = (int) Math.floor(Math.log10(to) + ROUNDING);
        int step = Math.ceilDiv(last - first + 1, MOST_DECADES);
        boolean few = Math.log10(to / from) <= FEW_DECADES + ROUNDING;
        List<Tick> ticks = new ArrayList<>();
        for (int decade = first; decade <= last; decade += step) {
            for (int factor : few ? FACTORS : ONE) {
                double figure = factor * Math.pow(10, decade);
                if (figure >= from * (1 - ROUNDING) && figure <= to * (1 + ROUNDING)) {
                    ticks.add(new Tick(figure, label(factor, decade)));
                }
            }
        }
        return ticks;
    }

    private static String label(int factor, int decade) {
        int thousands = Math.clamp(
                Math.floorDiv(decade, DECADES_OF_THOUSAND), 0, THOUSANDS.size() - 1);
        return BigDecimal.valueOf(factor)
                .scaleByPowerOfTen(decade - DECADES_OF_THOUSAND * thousands)
                .toPlainString() + THOUSANDS.get(thousands);
    }
}
