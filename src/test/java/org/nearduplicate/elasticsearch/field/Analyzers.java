package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.UpdateableFilterPlugin;

/** The analysis of an index as a node with the plugin builds it. */
final class Analyzers {

    private Analyzers() {}

    static IndexAnalyzers of(IndexSettings indexSettings) {
        Settings node = Settings.builder()
                .put(Environment.PATH_HOME_SETTING.getKey(), ESTestCase.createTempDir())
                .build();
        try {
            return ESTestCase.createTestAnalysis(
                    indexSettings, node, new NearDuplicatePlugin(),
                    new UpdateableFilterPlugin()).indexAnalyzers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
