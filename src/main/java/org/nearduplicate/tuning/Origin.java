package org.nearduplicate.tuning;

import java.util.List;
import java.util.stream.Stream;

/**
 * Why a setting is measured.
 *
 * @param isTried whether it is in the lists, and so may be recommended
 * @param isDefault whether a mapping with defaults for all but its shingles and its similarity has it
 * @param fields the present fields that have it. All three hold also for settings of another recall whose queries do the same
 */
public record Origin(boolean isTried, boolean isDefault, List<String> fields) {

    static final Origin TRIED = new Origin(true, false, List.of());
    static final Origin DEFAULT = new Origin(false, true, List.of());

    static Origin of(String field) {
        return new Origin(false, false, List.of(field));
    }

    /** Returns the union of two origins. */
    Origin and(Origin other) {
        return new Origin(
                isTried || other.isTried,
                isDefault || other.isDefault,
                Stream.concat(fields.stream(), other.fields.stream()).toList());
    }
}
