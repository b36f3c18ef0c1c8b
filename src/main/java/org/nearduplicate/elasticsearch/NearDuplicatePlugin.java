package org.nearduplicate.elasticsearch;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProviderFactory;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.indices.analysis.PreBuiltCacheFactory.CachingStrategy;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.SearchPlugin;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;

/** Registers what the plugin adds to Elasticsearch. */
public final class NearDuplicatePlugin extends Plugin
        implements AnalysisPlugin, MapperPlugin, SearchPlugin {

    @Override
    public List<Setting<?>> getSettings() {
        return List.of(NearDuplicateSettings.MAX_BUCKET_SIZE);
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(MinHashBandsTokenFilterFactory.NAME, MinHashBandsTokenFilterFactory::new);
    }

    @Override
    public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
        return List.of(MinHashBandsTokenFilterFactory.preConfigured());
    }

    @Override
    public List<PreBuiltAnalyzerProviderFactory> getPreBuiltAnalyzerProviderFactories() {
        return List.of(
                new PreBuiltAnalyzerProviderFactory(
                        NearDuplicateAnalyzer.NAME, CachingStrategy.ONE,
                        NearDuplicateAnalyzer::new));
    }

    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        return Map.of(MinHashFieldMapper.CONTENT_TYPE, MinHashFieldMapper.PARSER);
    }

    @Override
    public List<QuerySpec<?>> getQueries() {
        return List.of(
                new QuerySpec<>(
                        NearDuplicateQueryBuilder.NAME,
                        NearDuplicateQueryBuilder::new,
                        NearDuplicateQueryBuilder::fromXContent));
    }
}
