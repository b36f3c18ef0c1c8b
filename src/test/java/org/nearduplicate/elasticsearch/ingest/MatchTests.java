package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;

/** Matches in their order, and as documents tell of them. */
public class MatchTests extends ESTestCase {

    public void testTheMostSimilarFirst() {
        List<Match> ordered = List.of(
                match("b", "9", 1), match("a", "1", 0.9f), match("a", "2", 0.9f),
                match("b", "1", 0.9f), match("a", "0", 0.8f));
        List<Match> matches = new ArrayList<>(ordered);
        Collections.shuffle(matches, random());
        matches.sort(Match.ORDER);
        assertThat(matches, equalTo(ordered));
    }

    public void testAsAMap() {
        Map<String, Object> map = match("news", "1", 0.875f).toMap();
        assertThat(map, equalTo(Map.of("_index", "news", "_id", "1", "similarity", 0.875f)));
        assertThat(List.copyOf(map.keySet()), equalTo(List.of("_index", "_id", "similarity")));
    }

    private static Match match(String index, String id, float similarity) {
        return new Match(new Name(new ShardId(index, "uuid", 0), id), similarity, Match.STORED);
    }
}
