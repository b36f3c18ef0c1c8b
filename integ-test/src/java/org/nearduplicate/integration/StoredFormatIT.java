package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;
import static org.nearduplicate.format.FormatFixture.entries;
import static org.nearduplicate.format.FormatFixture.map;
import static org.nearduplicate.format.FormatFixture.texts;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.format.FormatAnswers;
import org.nearduplicate.format.FormatFixture;
import org.nearduplicate.server.Answer;
/**
 * Indices that earlier versions wrote are restored and give the answers they gave; what cannot be read
 * is refused, and the node goes on.
 */
public class StoredFormatIT {

    private static Repositories repositories;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        repositories = new Repositories();
    }

    @Test
    public void everyCommittedVersionGivesItsAnswers() throws IOException {
        List<FormatFixture> fixtures = FormatFixture.readable(FormatFixture.SNAPSHOT);
        assumeFalse("this Elasticsearch is older than all fixtures", fixtures.isEmpty());
        for (FormatFixture fixture : fixtures) {
            String name = "written-by-" + fixture.writer();
            repositories.mount(fixture, name);
            assertEquals(0,
                    repositories.restore(name, name).ok().at("snapshot", "shards", "failed"));
            repositories.rest()
                    .call("GET", "/_cluster/health/" + name + "?wait_for_status=green&timeout=5m")
                    .ok();
            Map<String, Object> manifest = fixture.manifest();
            assertAnswers(name, manifest);
            assertGroups(name, manifest);
            repositories.delete(name);
        }
    }

    @Test
    public void aSchemeOfAnUnknownVersionIsNotRestored() throws IOException {
        List<FormatFixture> fixtures = FormatFixture.readable(FormatFixture.UNKNOWN_SNAPSHOT);
        assumeFalse("this Elasticsearch is older than all fixtures", fixtures.isEmpty());
        for (FormatFixture fixture : fixtures) {
            String name = "unknown-to-" + fixture.writer();
            repositories.mount(fixture, name);
            Answer refusal = repositories.restore(name, name);
            assertTrue(refusal.text(), refusal.status() >= 400);
            assertTrue(
                    refusal.text(),
                    refusal.text()
                            .contains(
                                    "[scheme_version] must be 4, the only value that this version"
                                            + " of the plugin knows, got [1]"));
            assertEquals(404, repositories.rest().call("GET", "/" + name).status());
            repositories.delete(name);
            assertAlive();
        }
    }

    private static void assertAnswers(String index, Map<String, Object> manifest)
            throws IOException {
        int hits = 0;
        for (Map.Entry<String, ?> field : entries(manifest.get("answers"))) {
            for (Map.Entry<String, ?> verify : entries(field.getValue())) {
                for (Map.Entry<String, ?> like : entries(verify.getValue())) {
                    Map<String, Float> expected = new TreeMap<>();
                    entries(like.getValue()).forEach(
                            hit -> expected.put(
                                    hit.getKey(), ((Number) hit.getValue()).floatValue()));
                    Object texts = map(manifest.get("documents")).get(like.getKey());
                    String asked = String.join(" ", field.getKey(), verify.getKey(), like.getKey());
                    assertEquals(
                            asked, expected,
                            search(index, field.getKey(), verify.getKey(), texts));
                    hits += expected.size();
                }
            }
        }
        assertTrue("" + hits, hits > 300);
    }

    private static Map<String, Float> search(
            String index, String field, String verify, Object texts) throws IOException {
        Map<String, ?> near = Map.of(
                "near_duplicate",
                Map.of(
                        "field", field, "like", texts, "verify", verify,
                        "min_similarity", FormatAnswers.MIN_SIMILARITY));
        Map<String, ?> query = field.startsWith("parts.")
                ? Map.of("nested", Map.of("path", "parts", "query", near))
                : near;
        Answer answer =
                repositories.rest().post("/" + index + "/_search?size=100", Map.of("query", query));
        return new TreeMap<>(TestIndex.scores(answer));
    }

    private static void assertGroups(String index, Map<String, Object> manifest)
            throws IOException {
        for (Map.Entry<String, ?> field : entries(manifest.get("groups"))) {
            for (Map.Entry<String, ?> verify : entries(field.getValue())) {
                Set<Set<String>> expected = new HashSet<>();
                ((List<?>) verify.getValue()).forEach(
                        group -> expected.add(new HashSet<>(texts(group))));
                Map<String, ?> body = Map.of(
                        "field", field.getKey(), "verify", verify.getKey(),
                        "method", "components",
                        "min_similarity", FormatAnswers.MIN_SIMILARITY);
                Set<Set<String>> found = new HashSet<>();
                GroupsAnswer.ask(repositories.rest(), index, body)
                        .groups()
                        .forEach(group -> found.add(new HashSet<>(group)));
                assertEquals(field.getKey() + " " + verify.getKey(), expected, found);
                assertTrue(expected.toString(), expected.size() > 2);
            }
        }
    }

    private static void assertAlive() throws IOException {
        repositories.rest().call("GET", "/_cluster/health").ok();
        TestIndex index = TestIndex.create(repositories.rest(), "alive", Map.of());
        index.putAll(List.of("one two three four", "one two three four"));
        assertEquals(2, TestIndex.scores(index.near(Map.of("like", "one two three four"))).size());
        repositories.rest().call("DELETE", "/alive").ok();
    }
}
