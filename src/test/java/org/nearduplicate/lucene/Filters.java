package org.nearduplicate.lucene;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.Random;
import java.util.function.IntPredicate;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.RandomApproximationQuery;

/** Random clauses beside the query under test, from one document to all, and what they match. */
final class Filters {

    private final Random random;
    private final int documents;

    Filters(Random random, int documents) {
        this.random = random;
        this.documents = documents;
    }

    /**
     * A clause.
     *
     * @param query matches documents of a {@link SampleIndex}
     * @param ids their ids
     */
    record Filter(Query query, IntPredicate ids) {}

    Filter next() {
        Filter filter = switch (random.nextInt(5)) {
            case 0 -> one(random.nextInt(documents));
            case 1 -> tag(SampleIndex.tag(random.nextInt(SampleIndex.TAGS)));
            case 2 -> range(true);
            case 3 -> range(false);
            default -> new Filter(Everything.QUERY, id -> true);
        };
        return random.nextInt(3) == 0
                ? new Filter(new RandomApproximationQuery(filter.query(), random), filter.ids())
                : filter;
    }

    private static Filter one(int id) {
        return new Filter(
                new TermQuery(new Term(SampleIndex.ID, Integer.toString(id))), each -> each == id);
    }

    private static Filter tag(String tag) {
        return new Filter(
                new TermQuery(new Term(SampleIndex.TAG, tag)),
                id -> SampleIndex.tag(id).equals(tag));
    }

    private Filter range(boolean points) {
        int from = random.nextInt(documents);
        int to = RandomNumbers.randomIntBetween(random, from, documents);
        Query query = points
                ? IntPoint.newRangeQuery(SampleIndex.ID, from, to)
                : NumericDocValuesField.newSlowRangeQuery(SampleIndex.ID_VALUES, from, to);
        return new Filter(query, id -> from <= id && id <= to);
    }
}
