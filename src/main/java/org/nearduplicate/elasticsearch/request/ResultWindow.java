package org.nearduplicate.elasticsearch.request;

import java.util.Arrays;
import java.util.Objects;
import org.elasticsearch.index.IndexSettings;
import org.nearduplicate.elasticsearch.version.Project;

/** How many hits indices give, which users may set: what reads them for its own ends asks for no more. */
public final class ResultWindow {

    private ResultWindow() {}

    /**
     * Returns how many hits each of some indices gives.
     *
     * @param project has the indices
     * @param indices their names; one that is gone does not count
     */
    public static int of(Project project, String... indices) {
        return Arrays.stream(indices)
                .map(project::index)
                .filter(Objects::nonNull)
                .mapToInt(
                        index -> IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()))
                .min()
                .orElse(Integer.MAX_VALUE);
    }
}
