package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/** Adds a token filter {@code halting}, which does once what a test wants done before the next token. */
public final class HaltingFilterPlugin extends Plugin implements AnalysisPlugin {

    static final AtomicReference<Runnable> NEXT = new AtomicReference<>(() -> {});

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of("halting", (index, environment, name, settings) -> new Factory(name));
    }

    private record Factory(String name) implements TokenFilterFactory {

        @Override
        public TokenStream create(TokenStream tokens) {
            return new Halting(tokens);
        }
    }

    private static final class Halting extends TokenFilter {

        Halting(TokenStream tokens) {
            super(tokens);
        }

        @Override
        public boolean incrementToken() throws IOException {
            NEXT.getAndSet(() -> {}).run();
            return input.incrementToken();
        }
    }
}
