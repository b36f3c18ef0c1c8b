package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * Two fields of one text, of which one stores its shingles: both give the same groups and chains, asked with {@code
 * verify: exact} or with nothing.
 */
public class SourceVerificationIT {

    private static final String INDEX = "from-source";
    private static final Map<String, ?> EXACT = Map.of("verify", "exact");
    private static final String NO_SOURCE =
            "[verify] [signature] is used for [body.near], so similarities are estimates: [without-source]"
                    + " shows no shingle sets, and [_source] is disabled";
    private static final int DOCUMENTS = 60;
    private static final int WORDS = 100;

    private static RestCalls rest;
    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        Map<String, ?> fields = Map.of(
                "near", TestIndex.minHash(Map.of("similarity", 0.6)),
                "kept", TestIndex.minHash(Map.of("similarity", 0.6, "exact", true)));
        index = TestIndex.createWith(rest, INDEX, TestIndex.settings(2),
                Map.of("body", Map.of("type", "text", "fields", fields)));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            sources.put("d" + i, Map.of("body", text(i)));
        }
        index.putSources(sources, "");
    }

    /** Three texts; within each the windows move on word by word, and every fourth one comes twice. */
    private static String text(int document) {
        return Texts.window("t" + document % 3, from(document), WORDS);
    }

    private static int from(int document) {
        int window = document / 3;
        return window - (window % 4 == 3 ? 1 : 0);
    }

    @Test
    public void groups() throws IOException {
        GroupsAnswer fromSource = groups(INDEX, "near", EXACT);
        assertEquals(groups(INDEX, "kept", EXACT).findings(), fromSource.findings());
        assertThat(fromSource.groups().size(), greaterThan(2));
        GroupsAnswer asDefault = groups(INDEX, "near", Map.of());
        assertEquals(fromSource.findings(), asDefault.findings());
        assertEquals("exact", asDefault.answer().at("verify"));
        assertThat(asDefault.answer().warnings(), hasSize(0));
    }

    @Test
    public void chains() throws IOException {
        Answer kept = chain("kept", EXACT);
        assertThat(((List<?>) kept.at("links")).size(), greaterThan(2));
        assertEquals(kept.at("links"), chain("near", EXACT).at("links"));
        assertEquals(kept.at("links"), chain("near", Map.of()).at("links"));
    }

    /** Estimates stand in where there is neither a set nor a source, and every answer says so. */
    @Test
    public void withoutSource() throws IOException {
        TestIndex unstored = TestIndex.createWithoutSource(
                rest, "without-source",
                Map.of("body", TestIndex.textWithNear(Map.of("similarity", 0.6))));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < 12; i++) {
            sources.put("s" + i, Map.of("body", text(i)));
        }
        unstored.putSources(sources, "");
        Answer search = unstored.near(Map.of("field", "body.near", "like", text(0))).ok();
        assertThat(TestIndex.scores(search).size(), greaterThan(2));
        assertThat(search.warnings(), contains(containsString(NO_SOURCE)));

        String indices = "without-source," + INDEX;
        GroupsAnswer groups = groups(indices, "near", Map.of());
        assertEquals(
                groups(indices, "near", Map.of("verify", "signature")).findings(),
                groups.findings());
        assertEquals("signature", groups.answer().at("verify"));
        assertThat(groups.answer().warnings(), contains(containsString(NO_SOURCE)));
    }

    private static GroupsAnswer groups(String indices, String field, Map<String, ?> verify)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(verify);
        body.putAll(Map.of("field", "body." + field, "pairs", true, "min_similarity", 0.9));
        return GroupsAnswer.ask(rest, indices, body);
    }

    private static Answer chain(String field, Map<String, ?> verify) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(verify);
        body.putAll(
                Map.of(
                        "field", "body." + field, "min_similarity", 0.9,
                        "start", Chains.end("d0"), "end", Chains.end("d57")));
        return rest.post("/" + INDEX + "/_near_duplicate/chain", body).ok();
    }
}
