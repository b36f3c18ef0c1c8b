package org.nearduplicate.tuning.plot;

/** How large a picture is, in pixels of text of 14 pixels. */
public enum PlotSize {

    /** For a page or a report. */
    WIDE(680, 340),

    /** For a phone, whose narrowest page has as much between its margins. */
    NARROW(328, 260);

    private final int width;
    private final int areaHeight;

    PlotSize(int width, int areaHeight) {
        this.width = width;
        this.areaHeight = areaHeight;
    }

    int width() {
        return width;
    }

    /** Returns the height of what is between the axes. */
    int areaHeight() {
        return areaHeight;
    }
}
