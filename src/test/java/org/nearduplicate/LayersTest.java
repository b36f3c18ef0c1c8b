package org.nearduplicate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.junit.Assert.assertFalse;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;

/** Which package may use which. A package that does not exist yet breaks no rule. */
public class LayersTest {

    private static final String ROOT = "org.nearduplicate.";
    private static final String JOB = ROOT + "job..";
    private static final String SKETCH = ROOT + "sketch..";
    private static final String CURVE = ROOT + "curve..";
    private static final String ANALYSIS = ROOT + "analysis..";
    private static final String LUCENE = ROOT + "lucene..";
    private static final String GROUPS = ROOT + "groups..";
    private static final String SHARD = ROOT + "groups.shard..";
    private static final String REQUEST = ROOT + "groups.request..";
    private static final String PART = ROOT + "groups.part..";
    private static final String CHAIN = ROOT + "chain..";
    private static final String STATS = ROOT + "stats..";
    private static final String TUNING = ROOT + "tuning..";
    private static final String PASSAGES = ROOT + "passages..";
    private static final String UNSEEN = ROOT + "unseen..";
    private static final String COLLAPSE = ROOT + "collapse..";
    private static final String PEERS = ROOT + "peers..";
    private static final String PAGE = ROOT + "page..";
    private static final String ELASTICSEARCH = ROOT + "elasticsearch..";

    /** What each room may use of the others, as docs/internals/architecture.md says it. */
    private static final Map<String, Set<String>> ROOMS =
            Map.ofEntries(
                    entry("version", Set.of()),
                    entry("request", Set.of("version")),
                    entry("field", Set.of("version")),
                    entry("peers", Set.of("field", "request", "version")),
                    entry("query", Set.of("field", "peers", "request", "version")),
                    entry("shards", Set.of("field", "peers", "request", "version")),
                    entry("groups", Set.of("field", "peers", "request", "shards", "version")),
                    entry("chain", Set.of("peers", "query", "request", "version")),
                    entry("passages", Set.of("field", "query", "request", "version")),
                    entry("collapse", Set.of("field", "peers", "request", "version")),
                    entry(
                            "lookup",
                            Set.of("field", "peers", "query", "request", "shards", "version")),
                    entry("ingest", Set.of("lookup", "peers", "query", "request", "version")),
                    entry("curve", Set.of("field", "request")),
                    entry("stats", Set.of("field", "ingest", "request", "shards", "version")),
                    entry("tuning", Set.of("field", "query", "request", "version")));

    /** Classes that some line lacks, or calls otherwise. */
    private static final String[] CHANGING = {
            "org.apache.lucene.util.IOBooleanSupplier",
            "org.elasticsearch.cluster.ProjectState",
            "org.elasticsearch.cluster.metadata.Metadata",
            "org.elasticsearch.cluster.metadata.ProjectId",
            "org.elasticsearch.cluster.metadata.ProjectMetadata",
            "org.elasticsearch.cluster.project.ProjectResolver",
            "org.elasticsearch.common.BackoffPolicy",
            "org.elasticsearch.common.text.Text",
            "org.elasticsearch.index.analysis.AbstractTokenFilterFactory",
            "org.elasticsearch.index.mapper.IndexType",
            "org.elasticsearch.index.query.LeafQueryBuilder",
            "org.elasticsearch.plugins.ActionPlugin$ActionHandler",
            "org.elasticsearch.plugins.ActionPlugin$RestHandlersServices",
            "org.elasticsearch.rest.RequestParams",
            "org.elasticsearch.transport.AbstractTransportRequest",
            "org.elasticsearch.xcontent.Text"
    };

    private static JavaClasses production;

    @BeforeClass
    public static void readClasses() {
        production = new ClassFileImporter()
                .withImportOption(location -> location.contains("/test-classes/") == false)
                .importPackages("org.nearduplicate");
        assertFalse("No classes to check", production.isEmpty());
    }

    @Test
    public void sketchUsesHash4jAndKnowsNoSets() {
        assertUsesOnly(SKETCH, "com.dynatrace.hash4j..");
        assertUsesOnly(ROOT + "sketch", JOB, "com.dynatrace.hash4j..");
        assertUsesOnly(ROOT + "sketch.sets", ROOT + "sketch", JOB);
    }

    @Test
    public void curveUsesSketch() {
        assertUsesOnly(CURVE, SKETCH);
    }

    @Test
    public void analysisUsesLucenesTokens() {
        assertUsesOnly(ANALYSIS, "org.apache.lucene.analysis..");
    }

    @Test
    public void luceneUsesSketchAndLucene() {
        assertUsesOnly(LUCENE, SKETCH, ANALYSIS, "org.apache.lucene..");
    }

    @Test
    public void groupsTuningAndPassagesUseSketchAndLucene() {
        assertUsesOnly(SHARD, SKETCH, LUCENE, PEERS, "org.apache.lucene..");
        assertUsesOnly(REQUEST, SKETCH, LUCENE, PEERS);
        assertUsesOnly(PART, SHARD, REQUEST, SKETCH, LUCENE, PEERS, "org.apache.lucene..");
        assertUsesOnly(GROUPS, SKETCH, LUCENE, PEERS, "org.apache.lucene..");
        assertUsesOnly(TUNING, SKETCH, CURVE, LUCENE, "org.apache.lucene..");
        assertUsesOnly(PASSAGES, SKETCH, LUCENE, ANALYSIS, "org.apache.lucene..");
    }

    @Test
    public void chainAndStatsUseWhatAShardReads() {
        assertUsesOnly(CHAIN, SKETCH, SHARD);
        assertUsesOnly(STATS, SKETCH, LUCENE, SHARD, PASSAGES, "org.apache.lucene..");
    }

    @Test
    public void unseenUsesSketchAndVerify() {
        assertUsesOnly(UNSEEN, SKETCH, LUCENE);
    }

    @Test
    public void collapseUsesSketch() {
        assertUsesOnly(COLLAPSE, SKETCH);
    }

    @Test
    public void jobPageAndPeersUseTheJdk() {
        assertUsesOnly(JOB);
        assertUsesOnly(PAGE);
        assertUsesOnly(PEERS);
    }

    /** The plugin registers what the rooms hold; none of them knows it, or another that knows them. */
    @Test
    public void roomsUseTheRoomsThatTheyMay() {
        slices().matching(ROOT + "elasticsearch.(*)..").should().beFreeOfCycles().check(production);
        ROOMS.forEach((room, used) -> noClasses().that()
                .resideInAPackage(room(room))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOMS.keySet().stream()
                                .filter(other -> other.equals(room) == false)
                                .filter(other -> used.contains(other) == false)
                                .map(LayersTest::room)
                                .toArray(String[]::new))
                .check(production));
        noClasses().that()
                .resideInAPackage(ROOT + "elasticsearch.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "elasticsearch")
                .check(production);
    }

    /** What differs between lines is in {@code src/versions}, and nowhere else. */
    @Test
    public void onlyVersionsKnowWhatChanges() {
        noClasses().that()
                .resideOutsideOfPackages(ROOT + "lucene.version", ROOT + "elasticsearch.version")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        Stream.of(CHANGING).map(Pattern::quote).collect(Collectors.joining("|")))
                .check(production);
    }

    /** The root of the rooms is where they are registered, and nothing else. */
    @Test
    public void everyClassIsInARoom() {
        classes().that()
                .resideInAPackage(ELASTICSEARCH)
                .and()
                .resideOutsideOfPackages(
                        ROOMS.keySet().stream().map(LayersTest::room).toArray(String[]::new))
                .should()
                .haveSimpleName("NearDuplicatePlugin")
                .orShould()
                .haveSimpleName("package-info")
                .check(production);
    }

    @Test
    public void everyClassIsInALayer() {
        classes().should()
                .resideInAnyPackage(JOB, SKETCH, CURVE, ANALYSIS, LUCENE, GROUPS, CHAIN, STATS,
                        TUNING,
                        PASSAGES, COLLAPSE,
                        UNSEEN,
                        PEERS,
                        PAGE,
                        ELASTICSEARCH)
                .check(production);
    }

    private static String room(String name) {
        return ROOT + "elasticsearch." + name + "..";
    }

    /** The JDK's public packages, and what else a layer is made of: with {@code sketch} also what watches jobs. */
    private static void assertUsesOnly(String layer, String... others) {
        String[] allowed = Stream.concat(Stream.of(layer, "java.."), Stream.of(others))
                .flatMap(each -> each.equals(SKETCH) ? Stream.of(SKETCH, JOB) : Stream.of(each))
                .toArray(String[]::new);
        classes().that()
                .resideInAPackage(layer)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .allowEmptyShould(true)
                .check(production);
    }
}
