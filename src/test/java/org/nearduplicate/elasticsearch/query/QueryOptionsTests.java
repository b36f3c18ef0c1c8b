package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShareOf;

/** The options of a query are checked wherever they come from, and travel as they are. */
public class QueryOptionsTests extends AbstractWireSerializingTestCase<QueryOptions> {

    @Override
    protected Writeable.Reader<QueryOptions> instanceReader() {
        return QueryOptions::new;
    }

    @Override
    protected QueryOptions createTestInstance() {
        return RandomQueries.options(randomFrom(Verify.EXACT, Verify.SIGNATURE, null));
    }

    @Override
    protected QueryOptions mutateInstance(QueryOptions options) {
        return RandomQueries.mutate(options);
    }

    public void testMinSimilarityIsChecked() {
        for (double wrong : new double[] {0, -1, 1.5, Double.NaN, Double.POSITIVE_INFINITY}) {
            IllegalArgumentException refusal =
                    expectThrows(
                            IllegalArgumentException.class,
                            () -> new QueryOptions(wrong, Verify.EXACT, ShareOf.UNION, false, null,
                                    false));
            assertThat(
                    refusal.getMessage(),
                    equalTo("[min_similarity] must be a number in (0,1], got [" + wrong + "]"));
        }
    }

    public void testMaxBucketSizeIsChecked() {
        for (int wrong : List.of(0, -1, Integer.MIN_VALUE)) {
            IllegalArgumentException refusal =
                    expectThrows(
                            IllegalArgumentException.class,
                            () -> new QueryOptions(null, Verify.EXACT, ShareOf.UNION, false, wrong,
                                    false));
            assertThat(
                    refusal.getMessage(),
                    equalTo(
                            "[max_bucket_size] must be a whole number between 1 and 2147483647,"
                                    + " got [" + wrong + "]"));
        }
    }
}
