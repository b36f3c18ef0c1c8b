package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.lucene.search.join.ScoreMode;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.lucene.Verify;

/**
 * Exact from {@code _source} is exact from the stored set, document for document, wherever the texts stand:
 * two fields of the same texts and scheme, of which one stores its sets.
 */
public class SourceSetsTests extends NearDuplicateSingleNodeTestCase {

    private static final int DOCUMENTS = 30;

    /** Nearly all texts that share a shingle are candidates. */
    private static final String NEAR =
            "{\"type\": \"minhash\", \"shingle_size\": 2, \"hash_count\": 1024, \"bands\": 512, \"rows\": 2}";

    private static final String KEPT = NEAR.replace("}", ", \"exact\": true}");
    private static final String BOTH = "\"near\": " + NEAR + ", \"kept\": " + KEPT;
    private static final String BODY = "\"body\": {\"type\": \"text\", \"fields\": {" + BOTH + "}}";

    private static final List<String> VALUES = List.of(
            "the quick brown fox", "jumps over the lazy dog", "1e3", "1000.0", "1.10", "true", "-0",
            "\uD83D\uDE00 fox", "1", "…", "Ⅷ ﬁne straße", "the quick brown fox jumps");

    private static final List<String> HALF_SURROGATES = List.of("\uD800 fox", "a \uDC00 b");

    public void testMultiField() throws IOException {
        create(Settings.EMPTY, BODY);
        duel("body.near", "body.kept", query -> query, () -> body(""));
    }

    public void testCopies() throws IOException {
        create(
                Settings.EMPTY,
                "\"body\": {\"type\": \"text\", \"copy_to\": [\"near\", \"kept\"]},"
                        + "\"o.title\": {\"type\": \"keyword\", \"copy_to\": [\"near\", \"kept\"]},"
                        + BOTH);
        duel(
                "near", "kept", query -> query,
                () -> body(", \"o\": {\"title\": " + value(0) + "}, \"near\": \"own value\","
                        + " \"kept\": \"own value\""));
    }

    public void testObjects() throws IOException {
        create(Settings.EMPTY,
                "\"o\": {\"properties\": {\"p\": {\"properties\": {" + BODY + "}}}}");
        duel(
                "o.p.body.near", "o.p.body.kept", query -> query,
                () -> switch (between(0, 3)) {
                    case 0 -> "{\"o.p.body\": " + value(0) + ", \"body\": \"no\"}";
                    case 1 -> "{\"o\": [{\"p.body\": " + value(0) + "}, null, {\"p\": " + body("")
                            + "}]}";
                    case 2 -> "{\"o.p\": [" + body("") + ", [" + body(", \"q\": {\"body\": \"no\"}")
                            + "]]}";
                    default -> "{\"o\": {\"p\": {\"bodies\": [[{}]]}, \"body\": \"no\"}}";
                });
    }

    public void testNestedDocuments() throws IOException {
        create(
                Settings.EMPTY,
                "\"parts\": {\"type\": \"nested\", \"properties\": {" + BODY
                        + ", \"o\": {\"properties\": {\"subs\": {\"type\": \"nested\", "
                        + "\"properties\": {" + BODY + "}}}}}}");
        Supplier<String> documents = () -> "{\"parts\": " + parts(true) + ", \"body\": \"no\"}";
        duel(
                "parts.body.near", "parts.body.kept",
                query -> QueryBuilders.nestedQuery("parts", query, ScoreMode.Total), documents);
        duel(
                "parts.o.subs.body.near", "parts.o.subs.body.kept",
                query -> QueryBuilders.nestedQuery("parts.o.subs", query, ScoreMode.Total),
                documents);
    }

    /** It gives texts back as they are, but not half a surrogate pair. */
    public void testSyntheticSource() throws IOException {
        create(
                Settings.builder().put("index.mapping.source.mode", "synthetic").build(),
                BODY + ", \"parts\": {\"type\": \"nested\", \"properties\": {" + BODY + "}}");
        Supplier<String> documents = () -> "{\"body\": " + whole(value(0)) + ", \"parts\": "
                + whole(parts(false)) + "}";
        duel("body.near", "body.kept", query -> query, documents);
        duel(
                "parts.body.near", "parts.body.kept",
                query -> QueryBuilders.nestedQuery("parts", query, ScoreMode.Total), documents);
    }

    /** Of which the near field gets a copy, malformed or not. */
    public void testMalformedNeighbours() throws IOException {
        String copied = ", \"ignore_malformed\": true, \"copy_to\": [\"near\", \"kept\"]}";
        Settings source = Settings.builder()
                .put("index.mapping.source.mode", randomFrom("stored", "synthetic"))
                .build();
        create(
                source,
                "\"number\": {\"type\": \"long\"" + copied + ", \"date\": {\"type\": \"date\""
                        + copied + ", " + BODY + ", " + BOTH);
        Supplier<String> neighbours = () -> randomFrom("1", "\"the quick brown fox\"", "null");
        Supplier<String> documents = () -> "{\"number\": " + neighbours.get() + ", \"date\": "
                + neighbours.get() + ", \"body\": " + whole(value(0)) + "}";
        duel("body.near", "body.kept", query -> query, documents);
        duel("near", "kept", query -> query, documents);
    }

    public void testAnalyzerOfTheIndex() throws IOException {
        Settings analysis = Settings.builder()
                .put("index.analysis.tokenizer.pieces.type", "standard")
                .put("index.analysis.tokenizer.pieces.max_token_length", 4)
                .put("index.analysis.filter.words.type", "stop")
                .putList("index.analysis.filter.words.stopwords", "k", "fox", "lazy", "umps")
                .put("index.analysis.analyzer.mine.type", "custom")
                .put("index.analysis.analyzer.mine.tokenizer", "pieces")
                .putList("index.analysis.analyzer.mine.filter", "words")
                .build();
        create(
                analysis,
                BODY.replace("\"minhash\"", "\"minhash\", \"analyzer\": \"mine\""));
        duel("body.near", "body.kept", query -> query, () -> body(""));
    }

    public void testTextsBeyondAMegabyte() throws IOException {
        create(Settings.EMPTY, BODY);
        String text = LongStream.range(0, 170_000).mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
        assertThat(text.length(), greaterThan(1 << 20));
        List<String> texts = List.of(
                text, text + " the lazy dog", text.substring(text.length() / 2), "the lazy dog");
        for (String value : texts) {
            client().prepareIndex(INDEX).setSource(Map.of("body", value)).get();
        }
        indicesAdmin().prepareRefresh(INDEX).get();
        for (String value : List.of(texts.get(1), texts.get(3))) {
            Map<String, Float> scores = scores(search(exact("body.near", value)));
            assertThat(scores, equalTo(scores(search(exact("body.kept", value)))));
            assertThat(scores.size(), equalTo(value.length() < 100 ? 1 : 3));
        }
    }

    private static String whole(String json) {
        return json.replaceAll("\\\\u....", "?");
    }

    private void create(Settings settings, String properties) {
        create(INDEX, settings, "{\"dynamic\": false, \"properties\": {" + properties + "}}");
    }

    private void duel(
            String near, String kept, UnaryOperator<QueryBuilder> around,
            Supplier<String> documents)
            throws IOException {
        for (int i = 0; i < DOCUMENTS; i++) {
            index(documents.get());
            if (rarely()) {
                indicesAdmin().prepareRefresh(INDEX).get();
            }
        }
        indicesAdmin().prepareRefresh(INDEX).get();
        int hits = 0;
        for (String value : CollectionUtils.concatLists(VALUES, HALF_SURROGATES)) {
            if (value.equals("…")) {
                continue;
            }
            Map<String, Float> scores = scores(search(around.apply(exact(near, value))));
            assertThat(
                    value, scores,
                    equalTo(scores(search(around.apply(exact(kept, value))))));
            hits += scores.size();
        }
        assertThat(hits, greaterThan(0));
    }

    private static QueryBuilder exact(String field, String text) {
        return near(field,
                new QueryOptions(0.01, null, randomFrom(Verify.EXACT, null)),
                text);
    }

    /** Indexes a document in a random format, or as JSON that no builder writes. */
    private void index(String json) throws IOException {
        XContentType type = json.contains("\\u") ? XContentType.JSON
                : randomFrom(XContentType.JSON, XContentType.SMILE, XContentType.CBOR,
                        XContentType.YAML);
        if (type == XContentType.JSON) {
            client().prepareIndex(INDEX).setSource(json, XContentType.JSON).get();
            return;
        }
        try (XContentParser parser = createParser(XContentType.JSON.xContent(), json);
                XContentBuilder document = XContentFactory.contentBuilder(type)) {
            client().prepareIndex(INDEX).setSource(document.copyCurrentStructure(parser)).get();
        }
    }

    private static String parts(boolean withSubs) {
        List<String> parts = new ArrayList<>();
        for (int i = between(0, 4); i > 0; i--) {
            String subs = withSubs ? ", \"o\": {\"subs\": " + parts(false) + "}" : "";
            parts.add(rarely() ? "null" : rarely() ? "{}" : body(subs));
        }
        return parts.size() == 1 && randomBoolean() ? parts.getFirst() : parts.toString();
    }

    private static String body(String more) {
        return "{\"body\": " + value(0) + more + "}";
    }

    private static String value(int depth) {
        return switch (depth < 3 ? between(0, 9) : between(3, 9)) {
            case 0, 1, 2 -> {
                List<String> values = new ArrayList<>();
                for (int i = between(0, 4); i > 0; i--) {
                    values.add(value(depth + 1));
                }
                yield values.toString();
            }
            case 3 -> "null";
            case 4 -> Boolean.toString(randomBoolean());
            case 5, 6 -> randomFrom("1e3", "1.10", "1E5", "10000000000000000000000.10", "-0");
            case 7 -> randomFrom("\"\\uD800 fox\"", "\"a \\uDC00 b\"", "\"\"");
            default -> '"' + randomFrom(VALUES) + '"';
        };
    }
}
