package org.nearduplicate.elasticsearch.ingest;

import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomFrom;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexMode;

/**
 * How an index keeps documents.
 *
 * @param body the type of the field of texts
 * @param givesIds whether documents are called by what they are routed by
 * @param updates whether documents can be updated
 */
record IngestMode(Settings settings, String body, boolean givesIds, boolean updates) {

    private static final String COLUMNAR = "columnar";
    private static final String DOC_VALUES = "index.use_time_series_doc_values_format";
    private static final String UNNUMBERED = "index.disable_sequence_numbers";
    private static final IngestMode STANDARD = new IngestMode(Settings.EMPTY, "text", false, true);
    private static final IngestMode TIME_SERIES = new IngestMode(
            Settings.builder()
                    .put("index.mode", "time_series")
                    .put("index.routing_path", "host")
                    .put("index.time_series.start_time", "1970-01-01T00:00:00Z")
                    .put("index.time_series.end_time", "2030-01-01T00:00:00Z")
                    .build(),
            "text", true, false);

    private static IngestMode of(String setting, Object value, String body) {
        return new IngestMode(
                Settings.builder().put(setting, value.toString()).build(), body, false,
                setting.equals(UNNUMBERED) == false && value.equals(COLUMNAR) == false);
    }

    boolean isColumnar() {
        return COLUMNAR.equals(settings.get("index.mode"));
    }

    /** By default some modes compress by a library that these tests do not have. */
    Settings indexSettings() {
        Settings.Builder all = Settings.builder().put(settings).put("index.codec", "default");
        if (isSetting(DOC_VALUES)) {
            all.put(DOC_VALUES, false);
        }
        if (settings.hasValue(UNNUMBERED) || isColumnar()) {
            // Neither has sequence numbers; clusters of tests have options of them at random.
            all.put("index.seq_no.index_options", "doc_values_only");
        }
        return all.build();
    }

    private static boolean isSetting(String name) {
        return IndexScopedSettings.BUILT_IN_INDEX_SETTINGS.stream()
                .anyMatch(setting -> setting.getKey().equals(name));
    }

    /** Matches are arrays of objects, of which a source that is put together would have arrays of fields. */
    String keep() {
        return givesIds || settings.hasValue("index.mapping.source.mode")
                ? "\"synthetic_source_keep\": \"arrays\", "
                : "";
    }

    static IngestMode random() {
        List<IngestMode> modes = new ArrayList<>(
                List.of(
                        STANDARD, TIME_SERIES, of("index.mode", "logsdb", "text"),
                        of("index.mapping.source.mode", "synthetic", "keyword"),
                        of("index.sort.field", "rank", "text")));
        if (Stream.of(IndexMode.values()).anyMatch(mode -> mode.getName().equals(COLUMNAR))) {
            modes.add(of("index.mode", COLUMNAR, "keyword"));
        }
        if (isSetting(UNNUMBERED)) {
            modes.add(of(UNNUMBERED, true, "text"));
        }
        return randomBoolean() ? STANDARD : randomFrom(modes);
    }
}
