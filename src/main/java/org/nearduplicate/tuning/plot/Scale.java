package org.nearduplicate.tuning.plot;

import java.util.List;

/** From a figure to its place along an axis. */
sealed interface Scale permits LinearScale, LogScale {

    /** Returns where a figure is drawn. */
    double place(double figure);

    /** Returns the figures that the axis tells. */
    List<Tick> ticks();

    /** A figure that an axis tells. */
    record Tick(double figure, String label) {}
}
