package org.nearduplicate.elasticsearch.stats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.shards.RandomMessages;
import org.nearduplicate.elasticsearch.stats.ShardStats.ShardField;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.passages.SharedPassage;
import org.nearduplicate.stats.BucketExample;
import org.nearduplicate.stats.FieldFigures;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;
import org.nearduplicate.stats.FieldFigures.TermFigures;

/** The question to a shard, and its answer, as they travel. */
public class StatsWireTests extends WireTestCase {

    @Before
    public void messages() {
        call(
                StatsReader.OF_SHARD, RandomMessages::target, StatsWireTests::parameters,
                StatsWireTests::shard);
        message(StatsParameters.class, StatsWireTests::parameters, StatsParameters::new);
        message(ShardStats.class, StatsWireTests::shard, ShardStats::new);
    }

    private static StatsParameters parameters() {
        return new StatsParameters(
                between(1, 100), randomList(1, 4, () -> randomFrom(randomIdentifier(), "f*", "*")));
    }

    private static ShardStats shard() {
        Map<String, ShardField> fields = new HashMap<>();
        for (String name : randomList(0, 4, () -> randomIdentifier())) {
            fields.put(name, field());
        }
        return new ShardStats(fields);
    }

    private static ShardField field() {
        List<LargeBuckets> buckets = randomList(0, 5, StatsWireTests::bucket);
        List<BucketExample> examples = new ArrayList<>();
        for (LargeBuckets bucket : buckets) {
            DocumentName name = RandomMessages.name();
            examples.add(
                    new BucketExample(
                            new DocumentName(name.id(), name.routing(), null),
                            randomBoolean()
                                    ? null
                                    : new SharedPassage(randomIdentifier(), randomBoolean())));
        }
        return new ShardField(
                new FieldFigures(
                        new ShardDocuments(
                                RandomMessages.number(), RandomMessages.number(),
                                RandomMessages.number()),
                        terms(), terms(), RandomMessages.number(), RandomMessages.number(),
                        buckets, between(0, Integer.MAX_VALUE)),
                examples);
    }

    private static TermFigures terms() {
        return new TermFigures(
                RandomMessages.number(), RandomMessages.number(), RandomMessages.number());
    }

    private static LargeBuckets bucket() {
        TreeMap<Long, Integer> documents = new TreeMap<>();
        for (int i = between(1, 20); i > 0; i--) {
            documents.put(RandomMessages.number(), between(2, Integer.MAX_VALUE));
        }
        return new LargeBuckets(between(0, Integer.MAX_VALUE), between(0, 9), documents);
    }
}
