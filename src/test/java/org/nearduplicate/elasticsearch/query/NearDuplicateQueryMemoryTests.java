package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.Accountable;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.field.MinHashMapperTestCase;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.sets.ShareOf;

/** The breaker of a search is charged while a long {@code like} is read. */
public class NearDuplicateQueryMemoryTests extends MinHashMapperTestCase {

    private static final int WORDS = 300_000;

    /** Keeps account, up to a limit. */
    private static final class Account implements MemoryBudget {

        private final long limit;
        private long used;
        private long peak;

        Account(long limit) {
            this.limit = limit;
        }

        @Override
        public void reserve(long bytes) {
            if (bytes > 0 && used + bytes > limit) {
                throw new CircuitBreakingException("full", CircuitBreaker.Durability.TRANSIENT);
            }
            used += bytes;
            peak = Math.max(peak, used);
            assertThat(used, greaterThanOrEqualTo(0L));
        }
    }

    private Account account = new Account(0);

    /** Its fields are charged to the account of the test. */
    @Override
    protected Collection<? extends Plugin> getPlugins() {
        return List.of(new Fields());
    }

    private final class Fields extends Plugin implements MapperPlugin {

        @Override
        public Map<String, Mapper.TypeParser> getMappers() {
            return Map.of(
                    MinHashFieldMapper.CONTENT_TYPE,
                    MinHashFieldMapper.parser(bytes -> account.reserve(bytes)));
        }
    }

    public void testALongTextIsChargedWhileItIsRead() throws IOException {
        SearchExecutionContext context = context(Long.MAX_VALUE, Settings.EMPTY);
        Query query = toQuery(context, Verify.EXACT, text(WORDS));

        assertThat(account.peak, greaterThan(16L * WORDS));
        assertThat(account.used, equalTo(0L));
        assertThat(((Accountable) query).ramBytesUsed(), greaterThan(8L * (WORDS - 2)));
    }

    /**
     * The sampled shingles too, while they are found; a query reports what it keeps of them and takes of memory in a
     * segment.
     */
    public void testTheSampledShinglesOfALongTextAreCharged() throws IOException {
        SearchExecutionContext context = context(Long.MAX_VALUE, Settings.EMPTY);
        QueryOptions options =
                new QueryOptions(0.8, null, Verify.SIGNATURE, ShareOf.LIKE, null, false, null,
                        false, IgnoredTexts.NONE);
        Query query = Queries.near(FIELD, options, text(WORDS)).toQuery(context);
        assertThat(account.peak, greaterThan(16L * WORDS));
        assertThat(account.used, equalTo(0L));
        // Every second shingle is sampled, of 8 bytes and 16 in a segment.
        assertThat(((Accountable) query).ramBytesUsed(), greaterThan(24L * WORDS / 2 * 9 / 10));
    }

    public void testAShortTextIsNotCharged() throws IOException {
        SearchExecutionContext context = context(0, Settings.EMPTY);
        for (Verify verify : Verify.values()) {
            assertNotNull(toQuery(context, verify, text(1_000)));
        }
        assertThat(account.peak, equalTo(0L));
    }

    public void testTooLittleMemoryIsARefusalThatChargesNothing() throws IOException {
        for (long limit : new long[] {0, 100_000, 1_000_000, 2_000_000, 4_000_000}) {
            SearchExecutionContext context = context(limit, Settings.EMPTY);
            CircuitBreakingException refusal = expectThrows(
                    CircuitBreakingException.class,
                    () -> toQuery(context, Verify.EXACT, text(WORDS)));
            assertThat(refusal.status(), equalTo(RestStatus.TOO_MANY_REQUESTS));
            assertThat(account.used, equalTo(0L));
            assertThat(account.peak, allOf(greaterThanOrEqualTo(0L), lessThan(limit + 1)));
        }
    }

    public void testLengthOfLike() throws IOException {
        Settings settings =
                Settings.builder().put("index.near_duplicate.max_like_length", 10).build();
        SearchExecutionContext context = context(Long.MAX_VALUE, settings);
        assertNotNull(toQuery(context, Verify.SIGNATURE, "five five ", ""));
        QueryShardException refusal = expectThrows(
                QueryShardException.class,
                () -> toQuery(context, Verify.SIGNATURE, "five five ", "x"));
        assertThat(refusal.status(), equalTo(RestStatus.BAD_REQUEST));
        assertThat(
                refusal.getMessage(),
                containsString(
                        "[like] must have at most [10] characters, which the index setting"
                                + " [index.near_duplicate.max_like_length] allows, got [11]"));
    }

    private SearchExecutionContext context(long limit, Settings settings) throws IOException {
        account = new Account(limit);
        return createSearchExecutionContext(createMapperService(
                settings, minHash(b -> b.field("exact", true).field("passages", 2))));
    }

    private static String text(int words) {
        return IntStream.range(0, words)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    private static Query toQuery(SearchExecutionContext context, Verify verify, String... texts)
            throws IOException {
        return Queries.near(FIELD, new QueryOptions(0.8, null, verify), texts).toQuery(context);
    }
}
