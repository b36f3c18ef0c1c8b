package org.nearduplicate.tuning.plot;

import static org.nearduplicate.tuning.plot.RoundNumbers.ROUNDING;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.LongStream;

/**
 * Equal differences are equal lengths.
 *
 * @param from the figure at the start, a multiple of the step
 * @param to the figure at the end, a multiple of the step
 * @param step between ticks
 * @param start where the axis starts
 * @param end where it ends
 * @param label writes a tick
 */
record LinearScale(
        double from, double to, double step, double start, double end, DoubleFunction<String> label)
        implements Scale {

    private static final double FIFTH = 0.2;

    /** How many steps an axis has at most, and one more for what its start is rounded by. */
    private static final int STEPS = 5;

    /** An axis of shares that are all higher starts here. */
    private static final double HIGH = 0.9;

    /** Returns an axis of all similarities. */
    static LinearScale similarities(double start, double end) {
        return new LinearScale(0, 1, FIFTH, start, end, Figures::quantity);
    }

    /** Returns an axis of all shares. */
    static LinearScale shares(double start, double end) {
        return new LinearScale(0, 1, FIFTH, start, end, Figures::share);
    }

    /** Returns an axis of shares up to 1, from a round one that is not above the least. */
    static LinearScale sharesFrom(double least, double start, double end) {
        double from = Math.min(least, HIGH);
        double step = RoundNumbers.ceiling((1 - from) / STEPS);
        double rounded = Math.max(0, Math.floor(from / step + ROUNDING) * step);
        return new LinearScale(rounded, 1, step, start, end, Figures::share);
    }

    @Override
    public double place(double figure) {
        return start + (figure - from) / (to - from) * (end - start);
    }

    @Override
    public List<Tick> ticks() {
        double steps = Math.rint(1 / step);
        return LongStream.rangeClosed(Math.round(from / step), Math.round(to / step))
                .mapToDouble(multiple -> multiple / steps)
                .mapToObj(figure -> new Tick(figure, label.apply(figure)))
                .toList();
    }
}
