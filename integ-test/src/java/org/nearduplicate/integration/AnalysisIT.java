package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** The token filter and the tokenizer in analysis chains of the user's own. */
public class AnalysisIT {

    private static final String SETTINGS =
            """
                    {
                      "settings": {
                        "number_of_replicas": 0,
                        "analysis": {
                          "filter": {
                            "bands": { "type": "minhash_bands", "bands": 20, "rows": 4 },
                            "no_labels": { "type": "stop", "stopwords": ["advertisement"] }
                          },
                          "analyzer": {
                            "banded": { "tokenizer": "near_duplicate", "filter": ["bands"] },
                            "unlabelled": { "tokenizer": "near_duplicate", "filter": ["no_labels"] }
                          }
                        }
                      },
                      "mappings": {
                        "properties": {
                          "text": { "type": "text", "analyzer": "banded", "index_options": "docs" },
                          "near": { "type": "minhash", "analyzer": "unlabelled" }
                        }
                      }
                    }""";

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        rest.call("DELETE", "/filter?ignore_unavailable=true").ok();
        rest.call("PUT", "/filter", SETTINGS).ok();
    }

    @Test
    public void matchCountsTheBandTermsInCommon() throws IOException {
        List<String> texts = Texts.withNearDuplicates(3, 2, 3);
        for (int i = 0; i < texts.size(); i++) {
            rest.put("/filter/_doc/" + i + "?refresh=true", Map.of("text", texts.get(i))).ok();
        }
        for (int required = 1; required <= 20; required++) {
            Set<String> expected = new HashSet<>();
            for (int i = 0; i < texts.size(); i++) {
                Set<String> common = new HashSet<>(terms(texts.get(i)));
                common.retainAll(terms(texts.get(0)));
                if (common.size() >= required) {
                    expected.add(Integer.toString(i));
                }
            }
            Map<String, ?> match =
                    Map.of("query", texts.get(0), "minimum_should_match", required);
            Answer answer = rest.post("/filter/_search",
                    Map.of("query", Map.of("match", Map.of("text", match))));
            assertEquals(
                    "required " + required, expected, TestIndex.scores(answer).keySet());
        }
    }

    @Test
    public void theTokenizerIsAPartOfOtherAnalyzers() throws IOException {
        String text = "Advertisement: don\u2019t miss the CAF\u00C9";
        assertEquals(List.of("dont", "miss", "the", "cafe"), tokens(
                rest.post("/filter/_analyze", Map.of("analyzer", "unlabelled", "text", text))));
        assertEquals(
                tokens(rest.post("/_analyze", Map.of("analyzer", "near_duplicate", "text", text))),
                tokens(rest.post("/_analyze",
                        Map.of("tokenizer", "near_duplicate", "text", text))));
    }

    @Test
    public void neitherTheTokenizerNorTheAnalyzerHasParameters() throws IOException {
        for (String analysis : List.of(
                "{\"tokenizer\":{\"mine\":{\"type\":\"near_duplicate\",\"max_token_length\":3}}}",
                "{\"analyzer\":{\"mine\":{\"type\":\"near_duplicate\",\"stopwords\":[\"a\"]}}}")) {
            Answer refusal = rest.call(
                    "PUT", "/refused", "{\"settings\":{\"analysis\":" + analysis + "}}");
            refusal.refused(400);
            assertTrue(refusal.text(), refusal.text().contains("[near_duplicate]"));
        }
    }

    private static List<String> terms(String text) throws IOException {
        return tokens(rest.post("/filter/_analyze", Map.of("analyzer", "banded", "text", text)));
    }

    private static List<String> tokens(Answer answer) throws IOException {
        return answer.ok().objects("tokens").stream()
                .map(token -> (String) token.get("token"))
                .toList();
    }
}
