package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.UpdateableFilterPlugin;

/** An analyzer that can change under an index, as with updateable synonyms, is refused. */
public class MinHashFieldAnalyzerTests extends MinHashMapperTestCase {

    public void testAnalyzerThatCanChange() {
        MapperParsingException refusal =
                expectThrows(
                        MapperParsingException.class,
                        () -> createMapperService(minHash(b -> b.field("analyzer", "reloaded"))));
        assertThat(
                refusal.getMessage(),
                containsString(
                        "analyzer [reloaded] contains filters [words] that are not allowed"));
    }

    @Override
    protected IndexAnalyzers createIndexAnalyzers(IndexSettings indexSettings) {
        Settings settings =
                Settings.builder()
                        .put(indexSettings.getSettings())
                        .put("index.analysis.filter.words.type", "updateable")
                        .put("index.analysis.analyzer.reloaded.type", "custom")
                        .put("index.analysis.analyzer.reloaded.tokenizer", "standard")
                        .put("index.analysis.analyzer.reloaded.filter", "words")
                        .build();
        Settings node =
                Settings.builder().put(Environment.PATH_HOME_SETTING.getKey(), createTempDir())
                        .build();
        try {
            return createTestAnalysis(
                    createIndexSettings(getVersion(), settings), node, new NearDuplicatePlugin(),
                    new UpdateableFilterPlugin()).indexAnalyzers;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
