package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.template.put.TransportPutComposableIndexTemplateAction;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.version.AdminRequests;
import org.nearduplicate.sketch.JobMonitor;

/** What may be a destination, and what may not. */
public class DestinationIndexTests extends GroupsDestinationTestCase {

    private static final String MUST_BE =
            "[dest] must be a new index or one that an earlier run wrote, got [%s], which is %s";

    public void testAnEmptyIndexGetsTheMapping() {
        createIndex(DEST, Settings.EMPTY);
        run("r1", 2);
        assertThat(mapping(DEST), equalTo(mappingOfANewDestination()));
        assertThat(written("r1"), hasSize(2));
    }

    public void testOtherFieldsAreRefused() {
        run("r1", 1);
        Exception e = expectThrows(
                Exception.class,
                client().prepareIndex(DEST).setSource("comment", "mine"));
        assertThat(ExceptionsHelper.stackTrace(e), containsString("mapping set to strict"));
    }

    /** Runtime fields are fields, and another version is another index. */
    public void testAForeignIndexIsRefusedAndLeftAlone() {
        for (String foreign : List.of(
                "{\"properties\": {\"body\": {\"type\": \"text\"}}}",
                "{\"runtime\": {\"mine\": {\"type\": \"keyword\"}}}",
                "{\"_meta\": {\"near_duplicate_groups\": {\"version\": 0}},"
                        + " \"properties\": {\"run\": {\"type\": \"keyword\"}}}")) {
            createIndex(DEST, indicesAdmin().prepareCreate(DEST).setMapping(foreign));
            Map<String, Object> mapping = mapping(DEST);
            assertRefused(DEST, "an index with fields of its own");
            assertThat(mapping(DEST), equalTo(mapping));
            assertAcked(indicesAdmin().prepareDelete(DEST));
        }
    }

    public void testDocumentsWithoutFieldsAreRefused() {
        createIndex(DEST, indicesAdmin().prepareCreate(DEST).setMapping("{\"dynamic\":false}"));
        // Not refreshed: it is there, although no search has seen it.
        client().prepareIndex(DEST).setSource("mine", 1).get();
        assertRefused(DEST, "an index with documents of its own");
    }

    public void testAliasesAreRefused() {
        run("r1", 1);
        assertAcked(
                AdminRequests.aliases(indicesAdmin())
                        .addAlias(DEST, "alias"));
        assertRefused("alias", "an alias or a data stream");
    }

    public void testNamesOfNoIndexAreRefused() {
        createIndex(DEST, Settings.EMPTY);
        for (String name : List.of("dup*", "<dup-{now/d}>", DEST + "," + DEST, "_all", "")) {
            assertFails(
                    RestStatus.BAD_REQUEST,
                    "[dest] must be a new index or one that an earlier run wrote, got [" + name
                            + "], which is a name that must not ",
                    () -> openIndex(name));
        }
        assertFails(
                RestStatus.BAD_REQUEST, "[dest] must be a new index",
                () -> openIndex("cluster:dup"));
        assertFails(RestStatus.BAD_REQUEST, "must be lowercase", () -> openIndex("Dup"));
    }

    public void testTemplatesApply() throws Exception {
        template("""
                {"_meta": {"owner": "me"}, "properties": {"owner": {"type": "keyword"}}}""",
                Settings.builder().put("index.number_of_shards", 2).build());
        run("r1", 2);
        run("r2", 3);
        assertThat(written("r2"), hasSize(3));
        assertThat(
                AdminRequests.settings(indicesAdmin(), DEST).get()
                        .getSetting(DEST, "index.number_of_shards"),
                equalTo("2"));
    }

    public void testASyntheticSourceKeepsMembersTogether() throws Exception {
        template("{}",
                Settings.builder().put("index.mapping.source.mode", "synthetic").build());
        run("r1", 1);
        assertThat(
                document(id("r1", "g0")).get("members"),
                equalTo(
                        List.of(
                                Map.of("_index", "articles", "_id", "g0-1", "similarity", 0.5),
                                Map.of(
                                        "_index", "articles", "_id", "g0-2", "similarity",
                                        0.33333334))));
        assertResponse(
                client().prepareSearch(DEST).setQuery(QueryBuilders.idsQuery().addIds("run")),
                response -> assertThat(
                        response.getHits().getAt(0).getSourceAsMap().get("request"),
                        equalTo(REQUEST)));
        run("r2", 2);
        assertThat(written("r1"), empty());
    }

    public void testTwoRunsThatCreateItAtOnce() {
        InterceptingClient client = new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                if (request instanceof CreateIndexRequest) {
                    GroupsDestinationTestCase.open(in(), "r1");
                }
                return true;
            }
        };
        assertFails(
                RestStatus.BAD_REQUEST, "[dest] [duplicates]: index [duplicates/",
                () -> open(client, "r2"));
        assertStatus("r1", "running", null);
    }

    private void template(String mapping, Settings settings) throws Exception {
        ComposableIndexTemplate template =
                ComposableIndexTemplate.builder()
                        .indexPatterns(List.of("dup*"))
                        .template(
                                new Template(settings, new CompressedXContent(mapping), null))
                        .build();
        assertAcked(
                client().execute(
                        TransportPutComposableIndexTemplateAction.TYPE,
                        new TransportPutComposableIndexTemplateAction.Request("t")
                                .indexTemplate(template)));
    }

    private Map<String, Object> mappingOfANewDestination() {
        GroupsDestination.open(client(), "other", "r1", REQUEST, JobMonitor.NONE, written -> {});
        return mapping("other");
    }

    private Map<String, Object> mapping(String index) {
        return AdminRequests.mappings(indicesAdmin(), index).get()
                .mappings().get(index).sourceAsMap();
    }

    private void assertRefused(String dest, String what) {
        assertFails(
                RestStatus.BAD_REQUEST,
                String.format(Locale.ROOT, MUST_BE, dest, what),
                () -> openIndex(dest));
    }

    private void openIndex(String dest) {
        GroupsDestination.open(client(), dest, "r", REQUEST, JobMonitor.NONE, written -> {});
    }
}
