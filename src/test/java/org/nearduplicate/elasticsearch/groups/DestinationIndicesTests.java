package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.get.GetIndexResponse;
import org.elasticsearch.action.admin.indices.template.put.TransportPutComposableIndexTemplateAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.job.JobMonitor;

/** What may be a destination, and what may not. */
public class DestinationIndicesTests extends DestinationTestCase {

    private static final String MUST_BE =
            "[dest] must be a new name or the alias of an earlier run, got [%s], which is %s";

    public void testIndicesAreRefused() {
        createIndex(DEST, Settings.EMPTY);
        assertRefused(DEST, "an index");
        assertThat(indices(), equalTo(Set.of(DEST)));
    }

    /** As versions before the alias wrote it. */
    public void testAnIndexOfAnEarlierVersionIsRefused() {
        createIndex(
                DEST, indicesAdmin().prepareCreate(DEST).setMapping(
                        "{\"_meta\": {\"near_duplicate_groups\": {\"version\": 4}}}"));
        assertRefused(
                DEST, "an index that an earlier version of the plugin wrote; delete it first");
    }

    public void testOtherAliasesAreRefused() {
        String index = run(1);
        createIndex("mine", Settings.EMPTY);
        createIndex("others-1", Settings.EMPTY);
        AdminRequests.addAlias(indicesAdmin(), "mine", "others", null);
        AdminRequests.addAlias(indicesAdmin(), "others-1", "more", null);
        AdminRequests.addAlias(indicesAdmin(), index, "more", null);
        AdminRequests.addAlias(indicesAdmin(), index, "another", null);
        assertRefused("others", "an alias of the index [mine], which no run wrote");
        assertRefused("more", "an alias of [2] indices");
        assertRefused("another", "an alias of the index [" + index + "], which no run wrote");
        assertRefused(index, "an index");
    }

    /** As data streams, and aliases of them, are shown where there are any. */
    @SuppressWarnings("unchecked")
    public void testDataStreamsAreRefused() {
        Client client = new InterceptingClient(client(), (request, listener) -> {
            String index = ".ds-duplicates-1";
            ((ActionListener<GetIndexResponse>) listener).onResponse(
                    new GetIndexResponse(
                            new String[] {index}, Map.of(), Map.of(), Map.of(), Map.of(),
                            Map.of(index, DEST)));
            return false;
        });
        assertFails(
                RestStatus.BAD_REQUEST,
                String.format(Locale.ROOT, MUST_BE, DEST, "a data stream, or an alias of one"),
                () -> open(client));
    }

    public void testAnIndexThatIsReadIsRefused() {
        String index = run(1);
        assertFails(
                RestStatus.BAD_REQUEST,
                "[dest] must not be an index whose groups are asked for, got [duplicates]",
                () -> Destination.open(
                        client(), DEST, List.of("articles", index), META, JobMonitor.NONE,
                        written -> {}));
        assertOnly(index);
    }

    /** Runs of other destinations, other indices, and copies of the index of a run, may have names that begin in the same way. */
    public void testOtherIndicesAreLeftAlone() {
        createIndex(DEST + "-mine", Settings.EMPTY);
        String copied = run(1);
        createIndex(
                DEST + "-copy",
                indicesAdmin().prepareCreate(DEST + "-copy").setMapping(
                        AdminRequests.indices(indicesAdmin(), copied).mappings()
                                .get(copied).sourceAsMap()));
        Destination longer = open(client(), DEST + "-of-news");
        longer.complete(COUNTS);
        Destination unfinished = open(client(), DEST + "-of-news");
        run(1);
        run(1);
        assertThat(
                indices(),
                equalTo(
                        Set.of(
                                DEST + "-mine", DEST + "-copy", current(), longer.index().index(),
                                unfinished.index().index())));
        unfinished.complete(COUNTS);
    }

    public void testNamesOfNoIndexAreRefused() {
        for (String name : List.of("dup*", "<dup-{now/d}>", DEST + "," + DEST, "_all", "")) {
            assertFails(
                    RestStatus.BAD_REQUEST,
                    "[dest] must be a new name or the alias of an earlier run, got [" + name
                            + "], which is a name that must not ",
                    () -> openIndex(name));
        }
        assertFails(
                RestStatus.BAD_REQUEST, "[dest] must be a new name",
                () -> openIndex("cluster:dup"));
        assertFails(RestStatus.BAD_REQUEST, "must be lowercase", () -> openIndex("Dup"));
    }

    public void testTemplatesApply() throws Exception {
        template("""
                {"_meta": {"owner": "me"}, "properties": {"owner": {"type": "keyword"}}}""",
                Settings.builder().put("index.number_of_shards", 2).build());
        run(2);
        String index = run(3);
        assertThat(visible(), hasSize(3));
        assertThat(
                AdminRequests.indices(indicesAdmin(), DEST)
                        .getSetting(index, "index.number_of_shards"),
                equalTo("2"));
    }

    public void testASyntheticSourceKeepsMembersTogether() throws Exception {
        template("{}",
                Settings.builder().put("index.mapping.source.mode", "synthetic").build());
        run(1);
        assertThat(
                document(id("g0")).get("members"),
                equalTo(
                        List.of(
                                Map.of("_index", "articles", "_id", "g0-1", "similarity", 0.5),
                                Map.of(
                                        "_index", "articles", "_id", "g0-2", "similarity",
                                        0.33333334))));
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

    private void assertRefused(String dest, String what) {
        assertFails(
                RestStatus.BAD_REQUEST,
                String.format(Locale.ROOT, MUST_BE, dest, what),
                () -> openIndex(dest));
    }

    private void openIndex(String dest) {
        open(client(), dest);
    }
}
