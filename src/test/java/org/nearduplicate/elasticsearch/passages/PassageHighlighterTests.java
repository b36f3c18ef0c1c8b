package org.nearduplicate.elasticsearch.passages;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.lucene.Verify;

/** What a hit shares with a text is marked, all of it and nothing else. */
public class PassageHighlighterTests extends NearDuplicateSingleNodeTestCase {

    private static final int SHINGLE_SIZE = 3;

    private static final String FIELD = "body.near";

    public void testWholeTextsAgainstBruteForce() {
        create(INDEX, Settings.EMPTY, MAPPING);
        Map<String, List<String>> documents = new TreeMap<>();
        for (int i = 0; i < 25; i++) {
            List<String> values = randomList(1, 3, () -> words(randomIntBetween(1, 30)));
            documents.put(Integer.toString(i), values);
            index(INDEX, Integer.toString(i), "body", values);
        }
        for (int i = 0; i < 10; i++) {
            List<String> like = randomList(1, 2, () -> words(randomIntBetween(3, 30)));
            Set<List<String>> shingles = new HashSet<>();
            like.forEach(text -> shingles.addAll(shingles(text)));
            Map<String, List<String>> expected = new TreeMap<>();
            documents.forEach((id, values) -> {
                List<String> marked = values.stream()
                        .map(text -> marked(text, shingles))
                        .filter(text -> text.contains("<"))
                        .toList();
                if (marked.isEmpty() == false) {
                    expected.put(id, marked);
                }
            });
            assertEquals(expected, highlights(orElse(like), whole()));
        }
    }

    /** Of all values the fragments with most marks are shown, in the order of the text or by their marks. */
    public void testTheBestFragmentsOfAllValues() {
        create(INDEX, Settings.EMPTY, MAPPING);
        index(
                INDEX, "1", "body",
                List.of("One two three. four", "One two three four five", "One two three four"));
        List<String> like = List.of("One two three four five");
        HighlightBuilder some = whole().numOfFragments(2);
        assertEquals(
                Map.of("1", List.of("<One two three four five>", "<One two three. four>")),
                highlights(orElse(like), some.order("score")));
        assertEquals(
                Map.of("1", List.of("<One two three. four>", "<One two three four five>")),
                highlights(orElse(like), whole().numOfFragments(2).fragmentSize(100)));
        assertEquals(
                Map.of("1", List.of("<One two three four five>")),
                highlights(orElse(like), whole().numOfFragments(1)));
    }

    /** A mapping may take the text from elsewhere, and its shingles may be of characters. */
    public void testTextsOfOtherMappings() {
        String minHash =
                "{\"type\": \"minhash\", \"shingle_unit\": \"character\", \"shingle_size\": 4}";
        for (String properties : List.of(
                "{\"body\": {\"type\": \"text\", \"store\": true, \"fields\": {\"near\": " + minHash
                        + "}}}",
                "{\"body\": {\"type\": \"keyword\", \"fields\": {\"near\": " + minHash + "}}}",
                "{\"body\": {\"type\": \"text\", \"copy_to\": \"other\"}, \"other\": " + minHash
                        + "}")) {
            createIndex(
                    INDEX,
                    indicesAdmin().prepareCreate(INDEX)
                            .setMapping("{\"properties\": " + properties + "}"));
            index(INDEX, "1", "body", "Caf\u00E9 au lait");
            String field = properties.contains("other") ? "other" : "body.near";
            QueryBuilder query = NearDuplicateQueryBuilder.ofTexts(
                    field, List.of("CAFE\u0301  au LAIT"), null, null, randomFrom(Verify.values()));
            assertEquals(
                    properties,
                    Map.of("1", List.of("<Caf\u00E9 au lait>")), highlights(query, whole()));
            indicesAdmin().prepareDelete(INDEX).get();
        }
    }

    public void testRefusals() {
        create(INDEX, Settings.EMPTY, MAPPING);
        index(INDEX, "1", "body", "One two three");
        QueryBuilder near = NearDuplicateQueryBuilder.ofTexts(
                FIELD, List.of("One two three"), null, null, null);
        assertBadRequest(
                search(
                        QueryBuilders.boolQuery()
                                .should(QueryBuilders.matchAllQuery())
                                .mustNot(QueryBuilders.boolQuery().must(near).mustNot(near)))
                        .highlighter(whole()),
                "[highlight] of [type] [near_duplicate] needs a [near_duplicate] query");
        assertBadRequest(
                search(near).highlighter(
                        whole().numOfFragments(1).boundaryScannerType("chars")),
                "[boundary_scanner] must be [sentence] or [word]");
        QueryBuilder nothing = QueryBuilders.boolQuery()
                .should(QueryBuilders.matchAllQuery())
                .should(
                        NearDuplicateQueryBuilder.ofTexts(FIELD, List.of("..."), null, null, null));
        assertEquals(Map.of(), highlights(nothing, whole()));
    }

    private QueryBuilder orElse(List<String> like) {
        return QueryBuilders.boolQuery()
                .must(QueryBuilders.matchAllQuery())
                .should(
                        NearDuplicateQueryBuilder.ofTexts(
                                FIELD, like, null, null, randomFrom(Verify.values())));
    }

    private static HighlightBuilder whole() {
        return new HighlightBuilder().field("body")
                .highlighterType(PassageHighlighter.TYPE)
                .preTags("<")
                .postTags(">")
                .numOfFragments(0);
    }

    private Map<String, List<String>> highlights(QueryBuilder query, HighlightBuilder highlight) {
        Map<String, List<String>> highlights = new TreeMap<>();
        assertResponse(
                search(query).highlighter(highlight).setSize(1_000),
                response -> {
                    for (SearchHit hit : response.getHits()) {
                        HighlightField field = hit.getHighlightFields().get("body");
                        if (field != null) {
                            highlights.put(
                                    hit.getId(),
                                    Arrays.stream(field.fragments())
                                            .map(Object::toString)
                                            .toList());
                        }
                    }
                });
        return highlights;
    }

    /** Few words, of which a sentence ends with some. */
    private static String words(int count) {
        return String.join(
                " ",
                randomList(count, count, () -> randomFrom("One", "two", "three.", "four", "five")));
    }

    private static List<String> tokens(String text) {
        return Arrays.stream(text.split(" "))
                .map(word -> word.replace(".", "").toLowerCase(Locale.ROOT))
                .filter(word -> word.isEmpty() == false)
                .toList();
    }

    private static List<List<String>> shingles(String text) {
        List<String> tokens = tokens(text);
        int size = Math.min(SHINGLE_SIZE, tokens.size());
        List<List<String>> shingles = new ArrayList<>();
        for (int from = 0; from + size <= tokens.size(); from++) {
            shingles.add(tokens.subList(from, from + size));
        }
        return shingles;
    }

    /** Marks words: what two shared shingles have between them is marked with them if they follow each other. */
    private static String marked(String text, Set<List<String>> shared) {
        String[] words = text.split(" ");
        List<List<String>> shingles = shingles(text);
        int size = shingles.getFirst().size();
        boolean[] word = new boolean[words.length];
        boolean[] space = new boolean[words.length];
        for (int i = 0; i < shingles.size(); i++) {
            if (shared.contains(shingles.get(i))) {
                Arrays.fill(word, i, i + size, true);
                Arrays.fill(space, i, i + size - 1, true);
            }
        }
        StringBuilder marked = new StringBuilder();
        for (int i = 0; i < words.length; i++) {
            boolean begins = word[i] && (i == 0 || space[i - 1] == false);
            boolean ends = word[i] && space[i] == false;
            String token = words[i].replace(".", "");
            marked.append(begins ? "<" : "")
                    .append(token)
                    .append(ends ? ">" : "")
                    .append(words[i].substring(token.length()))
                    .append(i < words.length - 1 ? " " : "");
        }
        return marked.toString();
    }
}
