package org.nearduplicate.elasticsearch.field;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadataVerifier;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.index.IndexVersions;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.version.Projects;

/**
 * A mapping of another version of the scheme is refused wherever it comes from: a user, a snapshot, or the state that a
 * node finds when it starts.
 */
public class SchemeVersionTests extends NearDuplicateSingleNodeTestCase {

    private static final String INDEX = "versions";
    private static final String REFUSAL =
            "[scheme_version] must be 4, the only value that this version of the plugin knows,"
                    + " got [3]";

    public void testAMappingOfAnotherVersionIsNotMerged() throws IOException {
        create(mapping(4));
        Map<String, ?> before = shownMapping();
        Exception refusal = expectThrows(
                Exception.class,
                () -> indicesAdmin().preparePutMapping(INDEX)
                        .setSource(mapping(3), XContentType.JSON)
                        .get());
        assertRefused(refusal);
        assertThat(shownMapping(), equalTo(before));
        assertAcked(
                indicesAdmin().preparePutMapping(INDEX).setSource(mapping(4), XContentType.JSON));
    }

    /** What a restored snapshot and the state of a starting node go through. */
    public void testMetadataOfAnotherVersionAreNotTaken() throws IOException {
        create(mapping(4));
        IndexMetadata metadata =
                Projects.of(getInstanceFromNode(ClusterService.class).state()).index(INDEX);
        assertThat(verify(metadata).mapping(), equalTo(metadata.mapping()));
        IndexMetadata unknown = IndexMetadata.builder(metadata)
                .putMapping(
                        new MappingMetadata(
                                new CompressedXContent("{\"_doc\":" + mapping(3) + "}")))
                .build();
        IllegalStateException refusal = expectThrows(
                IllegalStateException.class, () -> verify(unknown));
        assertThat(refusal.getMessage(), containsString("[" + INDEX + "/"));
        assertThat(ExceptionsHelper.stackTrace(refusal), containsString(REFUSAL));
    }

    private IndexMetadata verify(IndexMetadata metadata) {
        return getInstanceFromNode(IndexMetadataVerifier.class).verifyIndexMetadata(
                metadata, IndexVersions.MINIMUM_COMPATIBLE,
                IndexVersions.MINIMUM_COMPATIBLE);
    }

    private static void assertRefused(Exception refusal) {
        assertThat(ExceptionsHelper.status(refusal), equalTo(RestStatus.BAD_REQUEST));
        assertThat(ExceptionsHelper.stackTrace(refusal), containsString(REFUSAL));
    }

    private static String mapping(int version) {
        return "{\"properties\":{\"near\":{\"type\":\"minhash\",\"scheme_version\":" + version
                + "}}}";
    }

    private void create(String mapping) {
        assertAcked(indicesAdmin().prepareCreate(INDEX).setMapping(mapping));
    }

    private Map<String, ?> shownMapping() {
        return AdminRequests.indices(indicesAdmin(), INDEX).mappings().get(INDEX)
                .sourceAsMap();
    }
}
