package org.nearduplicate.tuning.plot;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.tuning.Setting;
import org.nearduplicate.tuning.SettingResult;

/** The parameters of a setting, as users call them. */
public enum SettingPart {

    /** What gives the tokens. */
    ANALYZER("analyzer", setting -> setting.shingles().analyzer()),

    /** What a shingle is made of. */
    SHINGLE_UNIT(Parameters.SHINGLE_UNIT.name(),
            setting -> ChoiceParameter.nameOf(setting.shingles().unit())),

    /** How many of them. */
    SHINGLE_SIZE(Parameters.SHINGLE_SIZE.name(),
            setting -> String.valueOf(setting.shingles().size())),

    /** The hash function. */
    HASH_FUNCTION(Parameters.HASH_FUNCTION.name(),
            setting -> ChoiceParameter.nameOf(setting.sketch().hashFunction())),

    /** The sketch algorithm. */
    SKETCH(Parameters.SKETCH.name(),
            setting -> ChoiceParameter.nameOf(setting.sketch().algorithm())),

    /** The components of a signature. */
    HASH_COUNT(Parameters.HASH_COUNT.name(),
            setting -> String.valueOf(setting.sketch().hashCount())),

    /** The bands. */
    BANDS(Parameters.BANDS.name(), setting -> String.valueOf(setting.banding().bands())),

    /** The rows of a band. */
    ROWS(Parameters.ROWS.name(), setting -> String.valueOf(setting.banding().rows())),

    /** The similarity from which pairs should be found. */
    SIMILARITY(Parameters.SIMILARITY.name(),
            setting -> Figures.similarity(setting.similarity()));

    private final String parameter;
    private final Function<Setting, String> value;

    SettingPart(String parameter, Function<Setting, String> value) {
        this.parameter = parameter;
        this.value = value;
    }

    /** Returns the name of the parameter. */
    public String parameter() {
        return parameter;
    }

    /** Returns the value that a setting has. */
    public String value(Setting setting) {
        return value.apply(setting);
    }

    /** Returns the parameters of which some rows have one value and some another. */
    public static List<SettingPart> varying(List<SettingResult> rows) {
        return Arrays.stream(values())
                .filter(part -> rows.stream()
                        .map(row -> part.value(row.setting()))
                        .distinct()
                        .count() > 1)
                .toList();
    }
}
