package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.lucene.Verify;

/** Which documents a query finds, and what they score, whatever changes meanwhile. */
public class NearDuplicateHitsTests extends NearDuplicateSingleNodeTestCase {

    private static final String SETTING = "index.near_duplicate.max_bucket_size";

    @Before
    public void create() {
        createArticles();
    }

    public void testHitsAreTheNearDuplicates() {
        Map<String, Float> scores = scores(search(near(text(ORIGINAL))));
        assertThat(scores.keySet(), equalTo(Set.of(ORIGINAL, COPY, NEAR)));
        assertThat(scores.get(ORIGINAL), equalTo(1f));
        assertThat(scores.get(COPY), equalTo(1f));
        double jaccard = Texts.jaccard(text(ORIGINAL), text(NEAR));
        assertThat("estimated", (double) scores.get(NEAR), closeTo(jaccard, 0.15));
    }

    /** By the query of all documents, which only the plugin itself asks. */
    public void testScoresAreSimilaritiesHoweverLow() {
        Map<String, Float> expected = new LinkedHashMap<>();
        texts.forEach((id, text) -> {
            if (text.isEmpty() == false) {
                expected.put(id, (float) Texts.jaccard(text, text(ORIGINAL)));
            }
        });
        assertThat(
                scores(search(ofEveryDocument(Verify.EXACT, text(ORIGINAL)))),
                equalTo(expected));
        assertThat(
                scores(search(ofEveryDocument(Verify.SIGNATURE, text(ORIGINAL)))).keySet(),
                equalTo(expected.keySet()));
    }

    public void testTextsWithoutWordsHaveNoHits() {
        assertThat(scores(search(ofEveryDocument(Verify.EXACT, "— —"))), equalTo(Map.of()));
        assertThat(scores(search(ofEveryDocument(Verify.EXACT))), equalTo(Map.of()));
    }

    private static NearDuplicateQueryBuilder ofEveryDocument(Verify verify, String... texts) {
        return NearDuplicateQueryBuilder.ofEveryDocument(FIELD, List.of(texts), verify);
    }

    public void testUpdateTakesEffectOnCachedAnswers() {
        SearchRequestBuilder count = search(near(text(ORIGINAL))).setSize(0).setRequestCache(true);
        assertHitCount(count, 3);
        update(limit(1));
        assertHitCount(count, 0);
        update(limit(1000));
        assertHitCount(count, 3);
    }

    private void update(Settings settings) {
        assertAcked(indicesAdmin().prepareUpdateSettings(INDEX).setSettings(settings));
    }

    private static Settings limit(int documents) {
        return Settings.builder().put(SETTING, documents).build();
    }
}
