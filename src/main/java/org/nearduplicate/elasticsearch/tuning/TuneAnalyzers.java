package org.nearduplicate.elasticsearch.tuning;

import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.MapperException;

/** The analyzers of one index, those that every index has among them, until they are closed. */
final class TuneAnalyzers implements Closeable {

    private final String index;
    private final IndexAnalyzers analyzers;

    /**
     * @param index the name of the index
     * @param analyzers its analyzers, which are closed in the end
     */
    TuneAnalyzers(String index, IndexAnalyzers analyzers) {
        this.index = index;
        this.analyzers = analyzers;
    }

    /**
     * Returns analyzers by their names.
     *
     * @throws IllegalArgumentException if there is none of a name, or it is not for a field of type
     *     {@code minhash}
     */
    Map<String, Analyzer> byName(List<String> names) {
        Map<String, Analyzer> byName = new LinkedHashMap<>();
        names.forEach(name -> byName.put(name, find(name)));
        return byName;
    }

    private Analyzer find(String name) {
        NamedAnalyzer analyzer = analyzers.get(name);
        if (analyzer == null) {
            throw refusal(name, "which it does not have", null);
        }
        try {
            analyzer.checkAllowedInMode(AnalysisMode.ALL);
        } catch (MapperException e) {
            throw refusal(name, "which can be reloaded, or is for searches only", e);
        }
        return analyzer;
    }

    private IllegalArgumentException refusal(String name, String reason, Exception cause) {
        return new IllegalArgumentException(
                "[" + TuneParser.ANALYZER + "] must be an analyzer of the index [" + index
                        + "] that never changes, got [" + name + "], " + reason,
                cause);
    }

    @Override
    public void close() throws IOException {
        analyzers.close();
    }
}
