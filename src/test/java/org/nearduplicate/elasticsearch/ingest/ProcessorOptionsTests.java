package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchParseException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.ingest.TestTemplateService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.script.TemplateScript;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Missing;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Within;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;

/** The configuration of the processor: its defaults, its bounds, and what is refused with the parameter in brackets. */
public class ProcessorOptionsTests extends ESTestCase {

    private static final NamedXContentRegistry QUERIES = new NamedXContentRegistry(
            new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());

    private static final Map<String, Object> LEAST =
            Map.of("field", "body", "index", "news", "near_field", "body.near");

    public void testDefaults() {
        ProcessorOptions options = read(Map.of());
        assertThat(options.fields(), equalTo(List.of("body")));
        assertThat(options.counterparts(), equalTo(Counterparts.ALL));
        assertThat(options.minShingles(), equalTo(1));
        assertThat(text(options.index()), equalTo("news"));
        assertThat(options.nearField(), equalTo("body.near"));
        assertThat(options.minSimilarity(), nullValue());
        assertThat(options.recall(), nullValue());
        assertThat(options.verify(), nullValue());
        assertThat(options.onMatch(), equalTo(OnMatch.TAG));
        assertThat(text(options.targetField()), equalTo("near_duplicate"));
        assertThat(options.maxMatches(), equalTo(10));
        assertThat(options.destination(), nullValue());
        assertThat(options.ignoreMissing(), equalTo(false));
    }

    public void testEverything() {
        ProcessorOptions options = read(
                Map.of(
                        "min_similarity", 0.75, "recall", 0.9, "verify", "signature", "action",
                        "reroute", "target_field", "meta.of", "max_matches", 3, "destination",
                        "copies", "ignore_missing", true));
        assertThat(options.minSimilarity(), equalTo(0.75));
        assertThat(options.recall(), equalTo(0.9));
        assertThat(options.verify(), equalTo(Verify.SIGNATURE));
        assertThat(options.onMatch(), equalTo(OnMatch.REROUTE));
        assertThat(text(options.targetField()), equalTo("meta.of"));
        assertThat(options.maxMatches(), equalTo(3));
        assertThat(text(options.destination()), equalTo("copies"));
        assertThat(options.ignoreMissing(), equalTo(true));
    }

    public void testWhatItIsComparedWith() {
        ProcessorOptions options = read(
                Map.of(
                        "field", List.of("title", "body"), "same", List.of("company"), "within",
                        Map.of("field", "day", "interval", "3d"), "filter",
                        Map.of("term", Map.of("kind", "ad")), "min_shingles", 4));
        assertThat(options.fields(), equalTo(List.of("title", "body")));
        assertThat(
                options.counterparts(),
                equalTo(
                        new Counterparts(
                                new PeerOptions(
                                        List.of("company"), Missing.NONE,
                                        new Within("day", TimeValue.timeValueDays(3), null)),
                                new TermQueryBuilder("kind", "ad"))));
        assertThat(options.minShingles(), equalTo(4));
        ProcessorOptions ignoring = read(Map.of("ignore", List.of("a footer", "a template")));
        assertThat(
                ignoring.ignore(),
                equalTo(new IgnoredTexts(List.of("a footer", "a template"))));
        assertThat(ignoring.verify(), equalTo(Verify.EXACT));
        for (Object fields : List.of(List.of(), List.of("a", " "), List.of("a", 5))) {
            refused(
                    Map.of("field", fields),
                    "[field] must be a field or an array of fields, got " + fields);
        }
    }

    public void testWhatItCannotBeComparedWith() {
        assertRefusal(Map.of("same", 5), "[same] must be the name of a field", "got [5]");
        assertRefusal(
                Map.of("within", Map.of("field", "day", "interval", "3")),
                "[within.interval] must be a time with its unit", "got [3]");
        assertRefusal(Map.of("filter", "all"), "[filter] must be a query, an object, got [all]");
        assertRefusal(Map.of("filter", Map.of("any", Map.of())), "[filter]", "unknown query [any]");
        assertRefusal(Map.of("ignore", List.of("a", 5)), "[ignore] must be", "got [");
        assertRefusal(
                Map.of("ignore", "a footer", "verify", "signature"),
                "[ignore] needs [verify] [exact], got [signature]");
        assertRefusal(Map.of("min_shingles", 0), "[min_shingles] must be", "got [0]");
        assertRefusal(
                Map.of("same", List.of("a"), "filter", Map.of("any", Map.of())), "[filter] ",
                "unknown query [any]");
    }

    private static void assertRefusal(Map<String, Object> more, String... reasons) {
        Map<String, Object> configuration = configuration(more);
        ElasticsearchParseException refusal = expectThrows(
                ElasticsearchParseException.class,
                () -> ProcessorOptions.read(
                        "mine", configuration, TestTemplateService.instance(), QUERIES));
        for (String reason : reasons) {
            assertThat(refusal.getMessage(), containsString(reason));
        }
    }

    public void testWhatIsNotIndexedNamesNothing() {
        for (String action : List.of("drop", "fail")) {
            ProcessorOptions options = read(Map.of("action", action));
            assertThat(options.targetField(), nullValue());
            assertThat("one is enough", options.maxMatches(), equalTo(1));
            refused("target_field", "of", action);
            refused("max_matches", 3, action);
            refused("destination", "copies", action);
        }
        refused("destination", "copies", "tag");
    }

    private static void refused(String parameter, Object value, String action) {
        refused(
                Map.of("action", action, parameter, value),
                "[" + parameter + "] has no meaning with [action] [" + action + "]");
    }

    public void testBounds() {
        for (int allowed : new int[] {1, 100}) {
            assertThat(read(Map.of("max_matches", allowed)).maxMatches(), equalTo(allowed));
        }
        for (int wrong : new int[] {0, 101}) {
            refused(
                    Map.of("max_matches", wrong),
                    "[max_matches] must be a whole number between 1 and 100, got [" + wrong + "]");
        }
        refused(
                Map.of("min_similarity", "high"),
                "[min_similarity] must be a number in (0,1], got [high]");
        refused(Map.of("recall", 1), "[recall] must be a number in (0,1), got [1]");
        refused(
                Map.of("action", "keep"),
                "[action] must be one of [tag, drop, reroute, fail], got [keep]");
        refused(
                Map.of("verify", "guess"),
                "[verify] must be one of [signature, exact], got [guess]");
    }

    public void testRequired() {
        for (String parameter : LEAST.keySet()) {
            Map<String, Object> without = new HashMap<>(LEAST);
            without.remove(parameter);
            assertRefused(without, "[" + parameter + "] required property is missing");
            refused(Map.of(parameter, " "), "[" + parameter + "] must not be empty");
        }
        refused(Map.of("action", "reroute"), "[destination] required property is missing");
        refused(
                Map.of("action", "reroute", "destination", ""), "[destination] must not be empty");
    }

    public void testATargetFieldIsOneOfTheSource() {
        refused(Map.of("target_field", ""), "[target_field] must not be empty");
        for (String path : List.of(".", "a..b", "_id", "_index", "_version", "_ingest.of")) {
            refused(
                    Map.of("target_field", path),
                    "[target_field] must be a field of the source, got [" + path + "]");
        }
    }

    /** It would overwrite the text, and remove that of a document without near duplicates. */
    public void testTheTextIsNoTargetField() {
        Map<String, Object> inObject = Map.of("field", "news.body");
        for (String path : List.of("news.body", "news.body.near", "news")) {
            Map<String, Object> more = new HashMap<>(inObject);
            more.put("target_field", path);
            refused(
                    more,
                    "[target_field] must be another field than [field] [news.body], got [" + path
                            + "]");
        }
        assertThat(
                text(
                        read(Map.of("field", "news.body", "target_field", "news.bodyOf"))
                                .targetField()),
                equalTo("news.bodyOf"));
    }

    public void testTheErrorNamesTheProcessor() {
        ElasticsearchParseException refusal = expectThrows(
                ElasticsearchParseException.class, () -> read(Map.of("max_matches", 0)));
        assertThat(refusal.getMetadata("es.processor_type"), equalTo(List.of("near_duplicate")));
        assertThat(refusal.getMetadata("es.processor_tag"), equalTo(List.of("mine")));
        assertThat(refusal.getMetadata("es.property_name"), equalTo(List.of("max_matches")));
    }

    private static void refused(Map<String, Object> more, String reason) {
        assertRefused(configuration(more), reason);
    }

    private static void assertRefused(Map<String, Object> configuration, String reason) {
        ElasticsearchParseException refusal = expectThrows(
                ElasticsearchParseException.class,
                () -> ProcessorOptions.read(
                        "mine", configuration, TestTemplateService.instance(), QUERIES));
        assertThat(refusal.getMessage(), equalTo(reason));
        assertThat(ExceptionsHelper.status(refusal), equalTo(RestStatus.BAD_REQUEST));
    }

    /** Reads options, which are removed from the configuration: Elasticsearch refuses what is left. */
    private static ProcessorOptions read(Map<String, Object> more) {
        Map<String, Object> configuration = configuration(more);
        configuration.put("other", 1);
        ProcessorOptions options =
                ProcessorOptions.read(
                        "mine", configuration, TestTemplateService.instance(), QUERIES);
        assertThat(configuration, equalTo(Map.of("other", 1)));
        return options;
    }

    private static Map<String, Object> configuration(Map<String, Object> more) {
        Map<String, Object> configuration = new HashMap<>(LEAST);
        configuration.putAll(more);
        return configuration;
    }

    private static String text(TemplateScript.Factory template) {
        return template.newInstance(Map.of()).execute();
    }
}
