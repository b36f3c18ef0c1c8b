package org.nearduplicate.elasticsearch.request;

import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexSettings;

/** How many hits indices give, which users may set: what reads them for its own ends asks for no more. */
public final class ResultWindow {

    private ResultWindow() {}

    /**
     * Returns how many hits each of some indices gives.
     *
     * @param indices the indices; null for one that is gone
     */
    public static int of(Stream<IndexMetadata> indices) {
        return indices.filter(Objects::nonNull)
                .mapToInt(
                        index -> IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()))
                .min()
                .orElse(Integer.MAX_VALUE);
    }
}
