package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.PeersCorpus.INDEX;
import static org.nearduplicate.integration.PeersCorpus.SEED;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.integration.PeersCorpus.Document;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * Only what belongs together is a near duplicate: the same values, near in time, not too short. What is answered is what a plain
 * loop over the documents finds.
 */
public class PeersIT {

    private static final int ROUNDS = 6;

    private static final SplittableRandom RANDOM = new SplittableRandom(SEED);
    private static final List<Document> ALL = PeersCorpus.documents(RANDOM);

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        PeersCorpus.createIndex(rest, ALL);
    }

    @Test
    public void groupsAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            boolean isStar = RANDOM.nextBoolean();
            AskedPeers asked = AskedPeers.random(RANDOM, isStar);
            Map<String, Object> body = asked.body();
            body.put("method", isStar ? "star" : "components");
            GroupsAnswer answer = GroupsAnswer.ask(rest, INDEX, body);
            Set<Set<String>> found = new HashSet<>();
            for (List<String> group : answer.groups()) {
                found.add(new TreeSet<>(group));
            }
            String context = context(asked);
            assertEquals(context, isStar ? asked.stars(ALL) : asked.components(ALL), found);
            assertEquals(
                    context, ALL.stream().filter(asked::lacksValues).count(),
                    answer.count("documents", "without_values"));
            assertEquals(
                    context,
                    ALL.stream().filter(asked::isLeftAlone).count(),
                    answer.count("documents", "without_values")
                            + answer.count("documents", "too_short"));
        }
    }

    @Test
    public void collapsedSearchesAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            AskedPeers asked = AskedPeers.random(RANDOM, true);
            Answer answer = rest.post(
                    "/" + INDEX + "/_search",
                    CollapsedSearches.search(
                            Map.of("size", 100), CollapsedSearches.options(asked.body())));
            List<Document> kept = new ArrayList<>();
            for (Document document : ALL) {
                if (kept.stream().noneMatch(before -> asked.areNearDuplicates(before, document))) {
                    kept.add(document);
                }
            }
            assertEquals(
                    context(asked), kept.stream().map(Document::id).toList(),
                    CollapsedSearches.ids(answer));
        }
    }

    @Test
    public void queriesAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            Document document = any();
            AskedPeers asked =
                    new AskedPeers(List.of(), false, 30 * (1 + RANDOM.nextInt(6)), 1);
            Map<String, Object> query = asked.body();
            query.put("like", Map.of("_id", document.id()));
            Set<String> expected = new TreeSet<>(
                    ALL.stream()
                            .filter(other -> other != document)
                            .filter(other -> asked.areNearDuplicates(document, other))
                            .map(Document::id)
                            .toList());
            assertEquals(context(asked), expected, hits(query));
            if (document.time() != null) {
                query.put(
                        "within",
                        Map.of(
                                "field", "published", "interval", asked.minutes() + "m",
                                "origin", document.time().toString()));
                assertEquals(context(asked), expected, hits(query));
                query.put("like", document.text());
                expected.add(document.id());
                assertEquals(context(asked), expected, hits(query));
            }
        }
    }

    private static Set<String> hits(Map<String, ?> query) throws IOException {
        Answer answer = rest.post(
                "/" + INDEX + "/_search?size=1000", Map.of("query", TestIndex.query(query)));
        return new TreeSet<>(CollapsedSearches.ids(answer));
    }

    @Test
    public void chainsAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < 5 * ROUNDS; round++) {
            AskedPeers random = AskedPeers.random(RANDOM, false);
            AskedPeers asked = new AskedPeers(random.same(), random.missingIsSame(), 0, 1);
            Document start = any();
            Document end = any();
            if (start != end) {
                Map<String, Object> body = asked.body();
                body.putAll(Chains.between(start.id(), end.id()));
                Answer answer = Chains.chain(rest, INDEX, body).ok();
                boolean isOne = asked.components(ALL).stream()
                        .anyMatch(group -> group.containsAll(List.of(start.id(), end.id())));
                assertEquals(context(asked) + start + end, isOne, answer.at("found"));
            }
        }
    }

    private static Document any() {
        return ALL.get(RANDOM.nextInt(ALL.size()));
    }

    private static String context(AskedPeers asked) {
        return "seed " + SEED + ", " + asked;
    }
}
