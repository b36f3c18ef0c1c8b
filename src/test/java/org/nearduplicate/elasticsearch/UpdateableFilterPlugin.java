package org.nearduplicate.elasticsearch;

import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/** Adds a token filter {@code updateable} that says it can be reloaded at search time. */
public final class UpdateableFilterPlugin extends Plugin implements AnalysisPlugin {

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of("updateable", (index, environment, name, settings) -> new Updateable(name));
    }

    private record Updateable(String name) implements TokenFilterFactory {

        @Override
        public TokenStream create(TokenStream tokens) {
            return tokens;
        }

        @Override
        public AnalysisMode getAnalysisMode() {
            return AnalysisMode.SEARCH_TIME;
        }
    }
}
