package org.nearduplicate.tuning;

import java.util.List;
import java.util.stream.Stream;

/**
 * Why a setting is measured.
 *
 * @param isTried whether it is in the lists, and so may be recommended
 * @param isDefault whether it is that of the mapping which leaves all but its shingles and its similarity to defaults
 * @param fields the present fields that have it; all three are true of what queries do from its similarity on, whatever the recall
 */
public record Origin(boolean isTried, boolean isDefault, List<String> fields) {

    static final Origin TRIED = new Origin(true, false, List.of());
    static final Origin DEFAULT = new Origin(false, true, List.of());

    static Origin of(String field) {
        return new Origin(false, false, List.of(field));
    }

    /** Returns the origin of a setting that has both. */
    Origin and(Origin other) {
        return new Origin(
                isTried || other.isTried,
                isDefault || other.isDefault,
                Stream.concat(fields.stream(), other.fields.stream()).toList());
    }
}
