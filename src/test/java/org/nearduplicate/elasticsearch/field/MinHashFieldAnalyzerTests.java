package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;

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
                    new UpdateableWords()).indexAnalyzers;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A token filter that says it can be reloaded at search time. */
    private static final class UpdateableWords implements AnalysisPlugin {

        @Override
        public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
            return Map.of(
                    "updateable",
                    (index, environment, name, settings) -> new AbstractTokenFilterFactory(name) {
                        @Override
                        public TokenStream create(TokenStream tokens) {
                            return tokens;
                        }

                        @Override
                        public AnalysisMode getAnalysisMode() {
                            return AnalysisMode.SEARCH_TIME;
                        }
                    });
        }
    }
}
