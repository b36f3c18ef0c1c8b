package org.nearduplicate.tuning.plot;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.nearduplicate.tuning.Setting;
import org.nearduplicate.tuning.SettingResult;

/** Names settings by what makes them differ from each other. */
public final class SettingNames {

    private static final Set<SettingPart> IN_SHORT_NAME = EnumSet.of(
            SettingPart.HASH_COUNT, SettingPart.BANDS, SettingPart.ROWS);

    private final List<SettingPart> others;

    /** Looks what differs in all the rows. */
    public SettingNames(List<SettingResult> rows) {
        this.others = SettingPart.varying(rows).stream()
                .filter(part -> IN_SHORT_NAME.contains(part) == false)
                .toList();
    }

    /** Returns bands, rows and components, as {@code 16×6, k 128}. */
    public static String shortName(Setting setting) {
        return setting.banding() + ", k " + setting.sketch().hashCount();
    }

    /** Returns the parameters that differ and are not in the short name. */
    public List<SettingPart> others() {
        return others;
    }

    /** Returns the short name and the values of the other parameters that differ. */
    String name(Setting setting) {
        return shortName(setting) + others.stream()
                .map(part -> ", " + words(part, setting))
                .collect(Collectors.joining());
    }

    private static String words(SettingPart part, Setting setting) {
        return switch (part) {
            case SHINGLE_SIZE -> "n " + part.value(setting);
            case SIMILARITY -> "J " + part.value(setting);
            default -> part.value(setting);
        };
    }
}
