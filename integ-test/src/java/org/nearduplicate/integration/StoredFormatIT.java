package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;
import static org.nearduplicate.format.FormatFixture.entries;
import static org.nearduplicate.format.FormatFixture.map;
import static org.nearduplicate.format.FormatFixture.texts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.ClassRule;
import org.junit.Test;
import org.nearduplicate.format.FormatAnswers;
import org.nearduplicate.format.FormatFields;
import org.nearduplicate.format.FormatFixture;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.ReferenceOutput;

/**
 * Indices that earlier versions wrote are restored and give the answers they gave; what cannot be read
 * is refused, and the node goes on.
 */
public class StoredFormatIT {

    @ClassRule
    public static final RepositoryServer SERVER = new RepositoryServer();

    @Test
    public void everyCommittedVersionGivesItsAnswers() throws IOException {
        List<FormatFixture> fixtures = FormatFixture.readable(FormatFixture.SNAPSHOT);
        assumeFalse("this Elasticsearch is older than all fixtures", fixtures.isEmpty());
        for (FormatFixture fixture : fixtures) {
            String name = "written-by-" + fixture.writer();
            SERVER.mount(fixture, name);
            assertEquals(0, SERVER.restore(name, name).ok().at("snapshot", "shards", "failed"));
            SERVER.rest()
                    .call("GET", "/_cluster/health/" + name + "?wait_for_status=green&timeout=5m")
                    .ok();
            Map<String, Object> manifest = fixture.manifest();
            assertAnswers(name, manifest);
            assertGroups(name, manifest);
        }
    }

    @Test
    public void aSchemeOfAnUnknownVersionIsNotRestored() throws IOException {
        List<FormatFixture> fixtures = FormatFixture.readable(FormatFixture.UNKNOWN_SNAPSHOT);
        assumeFalse("this Elasticsearch is older than all fixtures", fixtures.isEmpty());
        for (FormatFixture fixture : fixtures) {
            String name = "unknown-to-" + fixture.writer();
            SERVER.mount(fixture, name);
            Answer refusal = SERVER.restore(name, name);
            assertTrue(refusal.text(), refusal.status() >= 400);
            assertTrue(
                    refusal.text(),
                    refusal.text()
                            .contains(
                                    "[scheme_version] must be 1, the only value that this version"
                                            + " of the plugin knows, got [2]"));
            assertEquals(404, SERVER.rest().call("GET", "/" + name).status());
            assertAlive();
        }
    }

    @Test
    public void aFlippedByteOnDiskFailsTheShardOnly() throws IOException, InterruptedException {
        RestCalls rest = SERVER.rest();
        String text = "some words that are written to a disk and read again";
        TestIndex index = TestIndex.create(rest, "flipped", Map.of("exact", true));
        index.putAll(List.of(text, text, "another text"));
        rest.call("POST", "/flipped/_flush").ok();
        Path data = Path.of(
                (String) rest.call("GET", "/_nodes/_local/stats/fs?filter_path=**.fs.data.path")
                        .ok()
                        .at("nodes", nodeId(), "fs", "data", 0, "path"));
        SERVER.cluster().kill(0);
        int flipped = flipTopBitOf(signature(text), data);
        SERVER.cluster().revive(0);
        rest.call("GET", "/_cluster/health/flipped?wait_for_status=green&timeout=5m").ok();

        assertEquals(2, flipped);
        assertCorrupt(index.near(Map.of("like", text, "verify", "signature")));
        assertCorrupt(GroupsAnswer.send(rest, "flipped", Map.of("verify", "signature")));
        assertCorrupt(GroupsAnswer.send(rest, "flipped", Map.of("verify", "exact")));
        assertEquals(
                "the set is intact",
                Set.of("0", "1"),
                TestIndex.scores(index.near(Map.of("like", text, "verify", "exact"))).keySet());
        assertAlive();
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
        Answer answer = SERVER.rest().call(
                "POST", "/" + index + "/_search?size=100",
                Json.of(Map.of("query", query)));
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
                GroupsAnswer.ask(SERVER.rest(), index, body)
                        .groups()
                        .forEach(group -> found.add(new HashSet<>(group)));
                assertEquals(field.getKey() + " " + verify.getKey(), expected, found);
                assertTrue(expected.toString(), expected.size() > 2);
            }
        }
    }

    private static void assertCorrupt(Answer answer) {
        assertEquals(answer.text(), 500, answer.status());
        assertTrue(
                answer.text(),
                answer.text().contains("field [near]: possible corruption: a signature has at"
                        + " least 1 shingle, got -2147483639"));
    }

    private static void assertAlive() throws IOException {
        SERVER.rest().call("GET", "/_cluster/health").ok();
        TestIndex index = TestIndex.create(SERVER.rest(), "alive", Map.of());
        index.putAll(List.of("one two three four", "one two three four"));
        assertEquals(2, TestIndex.scores(index.near(Map.of("like", "one two three four"))).size());
    }

    /** Returns what the index stores of a text in a field of the default scheme. */
    private static byte[] signature(String text) {
        List<String> words = Arrays.asList(text.split(" "));
        Output output = ReferenceOutput.of(
                FormatFields.scheme(FormatFields.standard()), List.of(words));
        return HexFormat.of().parseHex(
                HexFormat.of().toHexDigits(words.size() - 2) + output.signature());
    }

    /** Flips the top bit of some bytes wherever files hold them, and returns how often that was. */
    private static int flipTopBitOf(byte[] bytes, Path directory) throws IOException {
        int flipped = 0;
        try (Stream<Path> all = Files.walk(directory.resolve("indices"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                byte[] content = Files.readAllBytes(file);
                for (int i = 0; i + bytes.length <= content.length; i++) {
                    if (Arrays.equals(content, i, i + bytes.length, bytes, 0, bytes.length)) {
                        content[i] ^= (byte) 0x80;
                        flipped++;
                    }
                }
                Files.write(file, content);
            }
        }
        return flipped;
    }

    private static String nodeId() throws IOException {
        Map<?, ?> nodes = (Map<?, ?>) SERVER.rest().call("GET", "/_nodes").ok().at("nodes");
        return (String) nodes.keySet().iterator().next();
    }
}
