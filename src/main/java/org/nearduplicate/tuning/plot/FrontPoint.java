package org.nearduplicate.tuning.plot;

import java.util.List;
import java.util.stream.IntStream;
import org.nearduplicate.tuning.SettingResult;
import org.nearduplicate.tuning.Tuning;

/**
 * A setting in the picture of the front.
 *
 * @param row its figures
 * @param place where it is in relation to the front
 * @param best whether it is recommended
 */
record FrontPoint(SettingResult row, Place place, boolean best) {

    /** Where a setting is. */
    enum Place {

        /** Not on the front. */
        OFF,

        /** On the front of other pairs than those of the recommended setting. */
        OTHER_FRONT,

        /** On the front of the pairs of the recommended setting; on any, if none is recommended. */
        FRONT
    }

    /** Returns the settings that have a pair to find. */
    static List<FrontPoint> of(Tuning tuning) {
        SettingResult best = tuning.recommendation().best();
        return IntStream.range(0, tuning.rows().size())
                .mapToObj(i -> of(tuning.rows().get(i), tuning.front().get(i), best))
                .filter(point -> Double.isNaN(point.recall()) == false)
                .toList();
    }

    private static FrontPoint of(SettingResult row, boolean front, SettingResult best) {
        boolean samePairs = best == null || row.setting().wanted().equals(best.setting().wanted());
        Place place = samePairs ? Place.FRONT : Place.OTHER_FRONT;
        return new FrontPoint(row, front ? place : Place.OFF, row.equals(best));
    }

    double recall() {
        return row.counts().recall();
    }

    double candidates() {
        return row.bands().candidatesPerDocument();
    }

    double bytes() {
        return row.cost().bytes();
    }

    String words(SettingNames names) {
        return names.name(row.setting()) + ": recall " + Figures.share(recall()) + ", "
                + Figures.quantity(candidates()) + " candidates and "
                + Figures.quantity(bytes()) + " bytes per document";
    }
}
