package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Parts of texts taken together. */
public final class Extents {

    private static final Comparator<Extent> ORDER =
            Comparator.comparingInt(Extent::text).thenComparingInt(Extent::start);

    private Extents() {}

    /**
     * Returns all that some parts cover. O(n log n).
     *
     * @param parts parts of texts, in any order
     * @return parts in the order of the texts, none of which is empty, or overlaps or touches another
     */
    public static List<Extent> union(List<Extent> parts) {
        List<Extent> union = new ArrayList<>();
        for (Extent part : parts.stream().sorted(ORDER).toList()) {
            if (part.start() == part.end()) {
                continue;
            }
            Extent last = union.isEmpty() ? null : union.getLast();
            if (last == null || last.text() < part.text() || last.end() < part.start()) {
                union.add(part);
            } else if (last.end() < part.end()) {
                union.removeLast();
                union.add(new Extent(part.text(), last.start(), part.end()));
            }
        }
        return union;
    }
}
