package org.nearduplicate.elasticsearch;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.DeprecationHandler;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.nearduplicate.elasticsearch.chain.RestChainAction;
import org.nearduplicate.elasticsearch.curve.RestCurveAction;
import org.nearduplicate.elasticsearch.groups.RestGroupsAction;
import org.nearduplicate.elasticsearch.passages.RestCompareAction;
import org.nearduplicate.elasticsearch.stats.RestStatsAction;
import org.nearduplicate.elasticsearch.tuning.RestTuneAction;
import org.nearduplicate.mutation.BodyMutator;
import org.nearduplicate.mutation.Chance;
import org.nearduplicate.mutation.RequestText;

/**
 * Mutated bodies for every endpoint, read as on a node but in far greater numbers than over HTTP. What is
 * read is asked of a client that runs nothing; all else is refused.
 */
public class BodyFuzzTests extends RestActionTestCase {

    private static final List<String> QUERIES = List.of(
            """
                    {"near_duplicate":{"field":"near","like":"some text","min_similarity":0.3,"verify":"exact","max_bucket_size":1000,"include_self":false,"ignore_unmapped":false,"boost":2.0,"_name":"mine"}}""",
            """
                    {"near_duplicate":{"field":"near","like":["some text","another"],"verify":"signature"}}""",
            """
                    {"near_duplicate":{"field":"near","like":{"_index":"i","_id":"1","_routing":2},"include_self":true}}""");

    private boolean asked;

    @Before
    public void registerHandlers() {
        List.of(
                new RestGroupsAction(), new RestChainAction(), new RestCurveAction(),
                new RestTuneAction(), new RestCompareAction(), new RestStatsAction()).forEach(
                        controller()::registerHandler);
        // Of no type that a handler waits for, so what is sent then tells nothing.
        verifyingClient.setExecuteLocallyVerifier((action, request) -> {
            asked = true;
            return ActionResponse.Empty.INSTANCE;
        });
    }

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        SearchModule search = new SearchModule(Settings.EMPTY, List.of(new NearDuplicatePlugin()));
        return new NamedXContentRegistry(search.getNamedXContents());
    }

    /** A mutated query may be of a form that Elasticsearch reads with a warning. */
    @Override
    protected boolean enableWarningsCheck() {
        return false;
    }

    public void testEveryBodyIsReadOrRefused() throws IOException {
        NamedXContentRegistry registry = xContentRegistry();
        List<RequestText> all = RequestText.read(RequestText.class, "valid-requests.txt");
        List<RequestText> own = all.stream()
                .filter(request -> request.path().contains("_near_duplicate/"))
                .filter(request -> request.body().length > 0)
                .toList();
        BodyMutator mutator = new BodyMutator(all);
        Random random = Chance.random();
        int read = 0;
        int count = atLeast(7_500);
        for (int i = 0; i < count; i++) {
            RequestText request = mutator.mutate(RandomPicks.randomFrom(random, own), random);
            asked = false;
            RestResponse response = send(registry, request);
            read += asked || isRead(request, response) ? 1 : 0;
        }
        assertThat("bodies that are still right", read, greaterThan(count / 50));
        assertThat("bodies that are wrong", read, lessThan(count / 2));
    }

    public void testEveryQueryIsReadOrRefused() throws IOException {
        XContentParserConfiguration registry =
                XContentParserConfiguration.EMPTY
                        .withRegistry(xContentRegistry())
                        .withDeprecationHandler(DeprecationHandler.IGNORE_DEPRECATIONS);
        List<RequestText> queries = QUERIES.stream()
                .map(query -> new RequestText("POST", "/", RequestText.JSON, query))
                .toList();
        BodyMutator mutator = new BodyMutator(queries);
        Random random = Chance.random();
        int read = 0;
        int count = atLeast(7_500);
        for (int i = 0; i < count; i++) {
            RequestText request = mutator.mutate(RandomPicks.randomFrom(random, queries), random);
            XContentType type = XContentType.fromMediaType(request.type());
            try (XContentParser parser =
                    type.xContent().createParser(registry, request.body())) {
                AbstractQueryBuilder.parseTopLevelQuery(parser);
                read++;
            } catch (Exception e) {
                if (ExceptionsHelper.status(e) != RestStatus.BAD_REQUEST
                        && ParserFailures.has(e) == false) {
                    fail(request + "\n" + ExceptionsHelper.stackTrace(e));
                }
            }
        }
        assertThat("queries that are still right", read, greaterThan(count / 50));
        assertThat("queries that are wrong", read, lessThan(count / 2));
    }

    private static boolean isRead(RequestText request, RestResponse response) {
        if (response == null) {
            // Elasticsearch gives no answer where CBOR and SMILE cannot hold a message.
            assertTrue(
                    request.toString(),
                    request.path().contains("format=")
                            || XContentType.fromMediaType(request.type()) != XContentType.JSON);
            return false;
        }
        RestStatus status = response.status();
        if (status != RestStatus.OK && status != RestStatus.BAD_REQUEST
                && status != RestStatus.NOT_ACCEPTABLE
                && ParserFailures.has(text(response)) == false) {
            fail(request + "\n" + status + "\n" + text(response));
        }
        String text = text(response);
        // Elasticsearch's parser of queries has no token to look at where SMILE and CBOR break off, and bytes of CBOR have no
        // characters for it.
        if (text.contains("XContentParser$Token.") == false
                && text.contains("Cannot read the array length because") == false) {
            assertThat(text, not(containsString("null_pointer")));
        }
        return status == RestStatus.OK;
    }

    /** Answers may be in a binary format. */
    private static String text(RestResponse response) {
        return new String(BytesReference.toBytes(response.content()), StandardCharsets.UTF_8);
    }

    private RestResponse send(NamedXContentRegistry registry, RequestText request) {
        String[] path = request.path().split("\\?");
        Map<String, String> parameters = new HashMap<>();
        if (path.length > 1) {
            parameters.putAll(
                    List.of(path[1].split("&")).stream()
                            .map(parameter -> parameter.split("="))
                            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1])));
        }
        FakeRestRequest.Builder builder = new FakeRestRequest.Builder(registry)
                .withMethod(RestRequest.Method.valueOf(request.method()))
                .withPath(path[0])
                .withParams(parameters);
        if (request.body().length > 0) {
            builder.withContent(
                    new BytesArray(request.body()), XContentType.fromMediaType(request.type()));
        }
        FakeRestRequest fake = builder.build();
        CapturedChannel channel = new CapturedChannel(fake);
        try {
            controller().dispatchRequest(fake, channel, new ThreadContext(Settings.EMPTY));
            return channel.capturedResponse();
        } finally {
            // Open channels are remembered in this JVM, and later test clusters complain of them.
            fake.getHttpChannel().close();
        }
    }
}
