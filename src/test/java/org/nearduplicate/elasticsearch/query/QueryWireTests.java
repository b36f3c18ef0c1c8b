package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.equalTo;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.collapse.CollapseWireTests;
import org.nearduplicate.elasticsearch.field.FieldWireTests;
import org.nearduplicate.elasticsearch.groups.GroupsWireTests;
import org.nearduplicate.elasticsearch.ingest.IngestWireTests;
import org.nearduplicate.elasticsearch.lookup.LookupWireTests;
import org.nearduplicate.elasticsearch.peers.PeersWireTests;
import org.nearduplicate.elasticsearch.request.RequestWireTests;
import org.nearduplicate.elasticsearch.shards.ShardWireTests;
import org.nearduplicate.elasticsearch.stats.StatsWireTests;
import org.nearduplicate.elasticsearch.tuning.TuneWireTests;
import org.nearduplicate.lucene.Verify;

/** The query as it travels to the shards. */
public class QueryWireTests extends WireTestCase {

    @Before
    public void messages() {
        message(
                QueryOptions.class,
                () -> RandomQueries.optionsOfTime(randomFrom(Verify.values())),
                QueryOptions::new);
        versioned(
                NearDuplicateQueryBuilder.class,
                () -> rarely()
                        ? NearDuplicateQueryBuilder.ofEveryDocument(
                                "f", RandomQueries.texts().texts(), randomFrom(Verify.values()))
                        : new NearDuplicateQueryBuilder(
                                randomAlphaOfLength(5), RandomQueries.like(),
                                RandomQueries.optionsOfTime(randomFrom(Verify.values()))),
                QueryWireTests::readQuery);
    }

    /** Elasticsearch refuses a negative boost by describing the query, of which nothing is read yet. */
    private static NearDuplicateQueryBuilder readQuery(StreamInput in) throws IOException {
        try {
            return new NearDuplicateQueryBuilder(in);
        } catch (NullPointerException e) {
            throw new IllegalArgumentException("negative boost", e);
        }
    }

    public void testEveryPackageThatSendsHasSuchTests() {
        Set<String> tested = Stream
                .of(QueryWireTests.class, CollapseWireTests.class, FieldWireTests.class,
                        GroupsWireTests.class, IngestWireTests.class, LookupWireTests.class,
                        PeersWireTests.class, RequestWireTests.class,
                        ShardWireTests.class, StatsWireTests.class, TuneWireTests.class)
                .map(Class::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(
                sent().map(JavaClass::getPackageName)
                        .collect(Collectors.toCollection(TreeSet::new)),
                equalTo(tested));
    }
}
