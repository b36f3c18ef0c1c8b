package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.lessThan;
import static org.nearduplicate.elasticsearch.tuning.TuneRequests.parameters;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.sketch.AllocatedBytes;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.tuning.ParameterGrid;

/** How many settings and documents a request may have, and which combinations are none. */
public class TuneLimitsTests extends ESTestCase {

    /** 2 × 3 × 2 × 2 of which no 64 bands fit into 64, and not 64 × 6 into 256. */
    private static final String LISTS =
            "\"shingle_size\": [2, 3], \"hash_count\": [64, 256], \"bands\": [8, 64],"
                    + " \"rows\": [2, 4, 6]";

    public void testProductOfTheLists() {
        TuneParameters parameters = parameters(LISTS);
        assertThat(parameters.grid().size(), equalTo(16L));
        check(parameters, 16, 10_000);
        assertRefused(15, LISTS,
                "the lists must have a product of at most [15] settings, which the cluster setting"
                        + " [near_duplicate.tune.max_settings] allows, got [16]");
    }

    public void testNoSetting() {
        assertRefused(1_000, "\"bands\": 60, \"rows\": [3, 4], \"hash_count\": [64, 128]",
                "[bands] × [rows] must fit into [hash_count] in one setting at least, got [bands]"
                        + " [60], [rows] [3, 4], [hash_count] [64, 128] and [similarity] [0.8]");
        assertRefused(1_000, "\"hash_count\": 16, \"similarity\": 0.01",
                "got [bands] [auto], [rows] [auto], [hash_count] [16] and [similarity] [0.01]");
    }

    public void testSampleSize() {
        TuneParameters parameters = parameters("\"sample_size\": 50");
        check(parameters, 1_000, 50);
        Refusal.of(() -> check(parameters, 1_000, 49)).says(
                "[sample_size] must be at most [49], which the cluster setting"
                        + " [near_duplicate.tune.max_sample_size] allows, got [50]");
    }

    /** Of two shingle sizes, three similarities and two numbers of sampled shingles twelve are tried beside the settings. */
    public void testSampledShinglesCount() {
        String lists = "\"shingle_size\": [2, 3], \"bands\": 8, \"rows\": 4,"
                + " \"hash_count\": 64, \"similarity\": [0.5, 0.6, 0.7], \"passages\": [8, 16]";
        TuneParameters parameters = parameters(lists);
        assertThat(parameters.grid().size(), equalTo(6L));
        check(parameters, 18, 10_000);
        assertRefused(17, lists,
                "at most [17] settings, which the cluster setting [near_duplicate.tune.max_settings]"
                        + " allows, got [6] and [12] with [passages]");
    }

    /** Bands and rows do not depend on the similarity, so no list of them is made for each of fifty. */
    public void testTheLargestListsAreCountedWithoutBeingMade() {
        ParameterGrid grid = parameters(
                "\"hash_count\": " + values(975) + ", \"bands\": " + values(150)
                        + ", \"rows\": [2, 3, 4, 5, 6], \"similarity\": "
                        + Arrays.toString(IntStream.range(0, 50).mapToDouble(i -> 0.5 + i / 100.0)
                                .toArray()))
                .grid();
        long fit = 0;
        for (int hashCount = 975; hashCount < 1025; hashCount++) {
            for (int bands = 150; bands < 200; bands++) {
                fit += Math.min(6, hashCount / bands) - 1;
            }
        }
        long before = AllocatedBytes.ofThisThread();
        assertThat(grid.size(), equalTo(50 * fit));
        assertThat(grid.leftOut(), equalTo(50L * 50 * 50 * 5 - 50 * fit));
        long bytesOfABanding = 16;
        assertThat(
                AllocatedBytes.ofThisThread() - before, lessThan(50 * fit * bytesOfABanding / 2));
    }

    private static String values(int first) {
        return Arrays.toString(IntStream.range(first, first + 50).toArray());
    }

    public void testLeftOut() {
        assertThat(parameters(LISTS).grid().leftOut(), equalTo(24L - 16L));
        assertThat(leftOut("\"bands\": [8, 65, 100], \"hash_count\": [64, 128]"), equalTo(4L));
        assertThat(leftOut("\"rows\": [2, 6], \"hash_count\": 64"), equalTo(0L));
        assertThat(leftOut("\"hash_count\": [64, 128]"), equalTo(0L));
    }

    /** Eight bands of two rows find a similarity of .01 with about 8 · .01² = .08%. */
    public void testLeftOutWhereNoneCanBeChosen() {
        String lists =
                "\"hash_count\": 16, \"similarity\": [0.01, 0.8], \"shingle_size\": [1, 2, 3]";
        assertThat(leftOut(lists), equalTo(3L));
        assertTrue(parameters(lists).grid().size() > 0);
    }

    private static long leftOut(String lists) {
        return parameters(lists).grid().leftOut();
    }

    private static void check(TuneParameters parameters, int maxSettings, int maxSampleSize) {
        TuneSettings.check(
                parameters,
                new ClusterSettings(
                        Settings.builder()
                                .put(TuneSettings.MAX_SETTINGS.getKey(), maxSettings)
                                .put(TuneSettings.MAX_SAMPLE_SIZE.getKey(), maxSampleSize)
                                .build(),
                        Set.of(TuneSettings.MAX_SETTINGS, TuneSettings.MAX_SAMPLE_SIZE)));
    }

    private static void assertRefused(int maxSettings, String parameters, String message) {
        String refusal = Refusal.of(() -> check(parameters(parameters), maxSettings, 10_000))
                .message();
        assertTrue(refusal, refusal.contains(message));
    }
}
