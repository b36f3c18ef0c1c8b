package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoSearchHits;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;
import static org.nearduplicate.elasticsearch.query.Queries.maxBucketSize;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Warnings;
import org.nearduplicate.sketch.ShareOf;

/** The setting {@code index.near_duplicate.max_bucket_size}, and the warnings that users get. */
public class NearDuplicateBucketLimitTests extends NearDuplicateSingleNodeTestCase {

    private static final String SETTING = "index.near_duplicate.max_bucket_size";
    private static final String SKIPPED = "skipped [16] of [16] buckets of [body.near]";

    public void testSettingOfANewIndex() throws InterruptedException {
        create(INDEX, limit(1), MAPPING);
        indexArticles(INDEX);
        assertNoSearchHits(search(near(text(ORIGINAL))));
        assertSearchHits(search(near(text(OTHER))), OTHER);
        assertThat(Warnings.of(client(), search(near(text(ORIGINAL)))), containsString(SKIPPED));
    }

    public void testUpdateTakesEffect() throws InterruptedException {
        createArticles();
        assertSearchHits(search(near(text(ORIGINAL))), ORIGINAL, COPY, NEAR);
        assertThat(Warnings.of(client(), search(near(text(ORIGINAL)))),
                not(containsString("buckets")));
        update(limit(1));
        assertNoSearchHits(search(near(text(ORIGINAL))));
        assertThat(Warnings.of(client(), search(near(text(ORIGINAL)))), containsString(SKIPPED));
        update(Settings.builder().putNull(SETTING).build());
        assertSearchHits(search(near(text(ORIGINAL))), ORIGINAL, COPY, NEAR);
        assertThat(Warnings.of(client(), search(near(text(ORIGINAL)))),
                not(containsString("buckets")));
    }

    public void testRequestOverridesTheSetting() throws InterruptedException {
        create(INDEX, limit(1), MAPPING);
        indexArticles(INDEX);
        SearchRequestBuilder search =
                search(near(FIELD, maxBucketSize(Integer.MAX_VALUE), text(ORIGINAL)));
        assertSearchHits(search, ORIGINAL, COPY, NEAR);
        assertThat(Warnings.of(client(), search), not(containsString("buckets")));
        update(limit(1000));
        assertNoSearchHits(search(near(FIELD, maxBucketSize(1), text(ORIGINAL))));
    }

    public void testBoundsOfTheSetting() {
        createArticles();
        for (int wrong : new int[] {0, -1}) {
            assertBadRequest(
                    indicesAdmin().prepareUpdateSettings(INDEX).setSettings(limit(wrong)),
                    "Failed to parse value [" + wrong + "] for setting [" + SETTING
                            + "] must be >= 1");
        }
        assertBadRequest(
                indicesAdmin().prepareCreate("none").setSettings(limit(0)), "[" + SETTING + "]");
        assertSearchHits(search(near(text(ORIGINAL))), ORIGINAL, COPY, NEAR);
    }

    public void testSettingThatIsNoNumber() {
        createArticles();
        assertBadRequest(
                indicesAdmin()
                        .prepareUpdateSettings(INDEX)
                        .setSettings(Settings.builder().put(SETTING, "many")),
                "Failed to parse value [many] for setting [" + SETTING + "]");
    }

    public void testLowMinSimilarityIsAWarning() throws InterruptedException {
        createArticles();
        QueryOptions low = new QueryOptions(0.3, null, ShareOf.UNION, false, null, false);
        assertThat(Warnings.of(client(), search(near(FIELD, low, text(ORIGINAL)))), containsString(
                "[16] bands of [6] rows of [body.near] find only 1.2 percent of the pairs"));
        assertThat(Warnings.of(client(), search(near(text(ORIGINAL)))),
                not(containsString("percent")));
    }

    private void update(Settings settings) {
        assertAcked(indicesAdmin().prepareUpdateSettings(INDEX).setSettings(settings));
    }

    private static Settings limit(int documents) {
        return Settings.builder().put(SETTING, documents).build();
    }

    public void testUpdateTakesEffectOnCachedAnswers() {
        createArticles();
        SearchRequestBuilder count = search(near(text(ORIGINAL))).setSize(0).setRequestCache(true);
        assertHitCount(count, 3);
        update(limit(1));
        assertHitCount(count, 0);
        update(limit(1000));
        assertHitCount(count, 3);
    }
}
