package org.nearduplicate.elasticsearch;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;

/** The description of each endpoint for clients, held against the handler that answers there. */
public class RestApiSpecTests extends ESTestCase {

    /** What is common to all endpoints is described once, by Elasticsearch. */
    private static final Set<String> COMMON = Set.of("source", "source_content_type");

    private static final Pattern PART = Pattern.compile("\\{(\\w+)}");

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(
                new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());
    }

    public void testEveryEndpointIsDescribed() throws IOException {
        for (BaseRestHandler handler : handlers()) {
            Map<?, ?> spec = spec(handler);
            Map<String, Set<String>> described = new TreeMap<>();
            for (Object each : (List<?>) at(spec, "url", "paths")) {
                Map<?, ?> path = (Map<?, ?>) each;
                described.put((String) path.get("path"), texts(path.get("methods")));
                assertThat(
                        keys(path.containsKey("parts") ? path.get("parts") : Map.of()),
                        equalTo(parts((String) path.get("path"))));
            }
            Map<String, Set<String>> answered = handler.routes().stream()
                    .collect(
                            Collectors.groupingBy(
                                    Route::getPath, TreeMap::new,
                                    Collectors.mapping(
                                            route -> route.getMethod().name(),
                                            Collectors.toCollection(TreeSet::new))));
            assertThat(described, equalTo(answered));
        }
    }

    public void testEveryParameterIsDescribedAndNoOther() throws Exception {
        for (BaseRestHandler handler : handlers()) {
            Map<?, ?> spec = spec(handler);
            Set<String> taken = new TreeSet<>(consumed(handler, Map.of(), body(handler)));
            taken.addAll(
                    consumed(
                            handler,
                            Map.of(
                                    "source", body(handler), "source_content_type",
                                    "application/json"),
                            null));
            assertTrue(taken.containsAll(COMMON));
            taken.removeAll(COMMON);
            taken.removeAll(parts(handler.routes().getFirst().getPath()));
            assertThat(handler.getName(), keys(spec.get("params")), equalTo(taken));
        }
    }

    public void testDefaults() throws IOException {
        for (BaseRestHandler handler : handlers()) {
            Map<?, ?> params = (Map<?, ?>) spec(handler).get("params");
            for (Parameter<?> parameter : List.of(
                    Parameters.SIMILARITY, Parameters.RECALL, Parameters.HASH_COUNT,
                    CurveGoal.NOISE)) {
                Map<?, ?> described = (Map<?, ?>) params.get(parameter.name());
                if (described != null) {
                    assertThat(described.get("default"), equalTo(parameter.defaultValue()));
                }
            }
        }
    }

    private static List<BaseRestHandler> handlers() {
        return new NearDuplicatePlugin().restHandlers()
                .stream()
                .map((RestHandler handler) -> (BaseRestHandler) handler)
                .toList();
    }

    /** Returns a right body. */
    private static String body(BaseRestHandler handler) {
        return switch (handler.getName()) {
            case "near_duplicate_curve", "near_duplicate_stats" -> "{}";
            case "near_duplicate_chain" ->
                "{\"field\": \"f\", \"start\": {\"_id\": \"1\"}, \"end\": {\"_id\": \"2\"}}";
            case "near_duplicate_compare" ->
                "{\"field\": \"f\", \"a\": \"a text\", \"b\": {\"_id\": \"2\"}}";
            default -> "{\"field\": \"f\"}";
        };
    }

    /** Returns the parameters that a handler asks for. */
    @SuppressWarnings("unchecked")
    private List<String> consumed(
            BaseRestHandler handler, Map<String, String> parameters, String body) throws Exception {
        RestRequest request = Requests.of(xContentRegistry(), body, new HashMap<>(parameters));
        Method prepare = BaseRestHandler.class.getDeclaredMethod(
                "prepareRequest", RestRequest.class, NodeClient.class);
        prepare.setAccessible(true);
        prepare.invoke(handler, request, null);
        Method consumed = RestRequest.class.getDeclaredMethod("consumedParams");
        consumed.setAccessible(true);
        return (List<String>) consumed.invoke(request);
    }

    private static Map<?, ?> spec(BaseRestHandler handler) throws IOException {
        String name = "near_duplicate." + handler.getName().substring("near_duplicate_".length());
        try (InputStream json = RestApiSpecTests.class.getResourceAsStream(
                "/rest-api-spec/api/" + name + ".json")) {
            assertNotNull(name, json);
            Map<String, Object> file =
                    XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
            assertThat(file.keySet(), equalTo(Set.of(name)));
            return (Map<?, ?>) file.get(name);
        }
    }

    private static Object at(Map<?, ?> map, String first, String second) {
        return ((Map<?, ?>) map.get(first)).get(second);
    }

    private static Set<String> parts(String path) {
        return PART.matcher(path).results().map(part -> part.group(1)).collect(Collectors.toSet());
    }

    private static Set<String> texts(Object list) {
        return ((List<?>) list).stream().map(String.class::cast)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> keys(Object map) {
        return ((Map<?, ?>) map).keySet().stream().map(String.class::cast)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
