package org.nearduplicate.tuning.report;

import org.nearduplicate.tuning.SampleDescription;
import org.nearduplicate.tuning.plot.Figures;
import org.nearduplicate.tuning.plot.Markup;

/** How the sample was made, and what that means. */
final class SamplePart {

    private SamplePart() {}

    static void write(Markup page, SampleDescription sample) {
        page.open("section");
        page.element("h2", "How the sample was made");
        page.element("p", words(sample));
        if (sample.notes().isEmpty() == false) {
            page.open("ul");
            sample.notes().forEach(note -> page.element("li", note));
            page.close();
        }
        page.close();
    }

    private static String words(SampleDescription sample) {
        String drawn =
                Figures.count(sample.random()) + " documents were drawn at random, by the seed "
                        + sample.seed() + ", from " + Figures.count(sample.matching())
                        + " that have a text in the field " + sample.field() + ".";
        return sample.neighbourField() == null
                ? drawn
                : drawn + " " + Figures.count(sample.neighbours())
                        + " were added because the field " + sample.neighbourField()
                        + " has them as near duplicates of one of those.";
    }
}
