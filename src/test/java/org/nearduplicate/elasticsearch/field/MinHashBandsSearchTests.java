package org.nearduplicate.elasticsearch.field;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoSearchHits;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.admin.indices.analyze.AnalyzeAction.AnalyzeToken;
import org.elasticsearch.action.admin.indices.analyze.AnalyzeRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;

/** The token filter in a plain text field, searched by {@code match}. */
public class MinHashBandsSearchTests extends NearDuplicateSingleNodeTestCase {

    private static final Settings ANALYSIS =
            Settings.builder()
                    .put("index.analysis.filter.near.type", "minhash_bands")
                    .put("index.analysis.filter.near.bands", 20)
                    .put("index.analysis.filter.near.rows", 5)
                    .put("index.analysis.analyzer.bands.type", "custom")
                    .put("index.analysis.analyzer.bands.tokenizer", "standard")
                    .putList("index.analysis.analyzer.bands.filter", "lowercase", "near")
                    .build();

    private static final String TEXT_FIELD =
            "{\"properties\":{\"body\":{\"type\":\"text\",\"analyzer\":\"bands\"}}}";

    /**
     * Of 20 bands the near copy shares fewer than 5 with a probability of 10⁻¹⁴, the related text 5 or more
     * with 1.5·10⁻⁸.
     */
    public void testMatchFindsNearDuplicates() {
        create(INDEX, ANALYSIS, TEXT_FIELD);
        indexArticles(INDEX);
        assertSearchHits(
                search(QueryBuilders.matchQuery("body", text(ORIGINAL)).minimumShouldMatch("5")),
                ORIGINAL, COPY, NEAR);
        assertNoSearchHits(search(QueryBuilders.matchQuery("body", Texts.random())));
    }

    public void testMinimumShouldMatchCountsBands() {
        create(INDEX, ANALYSIS, TEXT_FIELD);
        texts.put(NEAR, Texts.change(text(ORIGINAL), 24));
        indexArticles(INDEX);
        assertSearchHits(
                search(
                        QueryBuilders.matchQuery("body", text(ORIGINAL))
                                .minimumShouldMatch("100%")),
                ORIGINAL, COPY);
    }

    public void testUnknownParameterRefusesTheIndex() {
        Settings wrong =
                Settings.builder()
                        .put(ANALYSIS)
                        .put("index.analysis.filter.near.exact", true)
                        .build();
        assertBadRequest(
                indicesAdmin().prepareCreate(INDEX).setSettings(wrong),
                "unknown parameter [exact] on token filter [near] of type [minhash_bands]");
    }

    public void testAnalyzeByName() {
        List<AnalyzeToken> tokens = tokens(analyze().addTokenFilter("minhash_bands"));
        assertThat(tokens.size(), equalTo(16));
        assertThat(tokens.getFirst().getType(), equalTo("minhash_band"));
        assertThat(tokens.getFirst().getEndOffset(), equalTo("some analyzed text".length()));
        assertThat(tokens.getLast().getPosition(), equalTo(15));
    }

    public void testAnalyzeByDefinition() {
        Map<String, Object> definition = Map.of("type", "minhash_bands", "bands", 9, "rows", 7);
        assertThat(tokens(analyze().addTokenFilter(definition)).size(), equalTo(9));
    }

    public void testAnalyzeWithTheDefaultAnalyzer() {
        List<AnalyzeToken> tokens =
                tokens(
                        indicesAdmin()
                                .prepareAnalyze("Ünïted ﬁelds")
                                .setAnalyzer("near_duplicate"));
        assertThat(
                tokens.stream().map(AnalyzeToken::getTerm).toList(),
                equalTo(List.of("united", "fields")));
    }

    private AnalyzeRequestBuilder analyze() {
        return indicesAdmin().prepareAnalyze("some analyzed text").setTokenizer("standard");
    }

    private static List<AnalyzeToken> tokens(AnalyzeRequestBuilder analyze) {
        return analyze.get().getTokens();
    }
}
