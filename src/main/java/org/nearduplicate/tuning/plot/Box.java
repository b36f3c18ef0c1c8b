package org.nearduplicate.tuning.plot;

/** A rectangle; y grows downwards. */
record Box(double left, double top, double right, double bottom) {

    private static final double ROUNDING = 1e-6;

    static Box around(double x, double y, double width, double height) {
        return new Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2);
    }

    double width() {
        return right - left;
    }

    double height() {
        return bottom - top;
    }

    double centreX() {
        return (left + right) / 2;
    }

    double centreY() {
        return (top + bottom) / 2;
    }

    /** Returns this box, smaller on every side. */
    Box inset(double margin) {
        return new Box(left + margin, top + margin, right - margin, bottom - margin);
    }

    /** Returns this box, moved by as little as brings it into another one that is large enough. */
    Box movedInto(Box area) {
        double right = Math.max(0, area.left - left) - Math.max(0, this.right - area.right);
        double down = Math.max(0, area.top - top) - Math.max(0, bottom - area.bottom);
        return new Box(left + right, top + down, this.right + right, bottom + down);
    }

    boolean contains(Box other) {
        return other.left >= left - ROUNDING && other.right <= right + ROUNDING
                && other.top >= top - ROUNDING && other.bottom <= bottom + ROUNDING;
    }

    boolean overlaps(Box other) {
        return other.left < right && left < other.right && other.top < bottom
                && top < other.bottom;
    }
}
