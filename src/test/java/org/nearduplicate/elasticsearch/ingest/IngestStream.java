package org.nearduplicate.elasticsearch.ingest;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomInt;
import static org.elasticsearch.test.ESTestCase.randomSubsetOf;
import static org.elasticsearch.test.ESTestCase.rarely;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.ingest.IngestService;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.version.AdminRequests;

/**
 * A random stream of documents, in bulk requests of one client, with updates, deletes and refused documents in it and
 * refreshes between them. What becomes of each is compared with a loop over the texts that are in the index, as if
 * every document were seen at once. Texts are copies, or changed in one word, or have nothing in common, so no pair is
 * missed but with a probability of 10⁻¹² (see {@link Texts#near}).
 */
final class IngestStream {

    static final String INDEX = "news";

    private static final String PIPELINE = "dedupe";
    private static final int NO_FAMILY = -1;

    /** A document that is in the index. */
    private static final class Live {

        private String id;
        private final int family;
        private final String text;

        Live(String id, int family, String text) {
            this.id = id;
            this.family = family;
            this.text = text;
        }
    }

    /** A document that is sent, and what it is a near duplicate of. */
    private record Sent(
            IndexRequest request, Live document, Map<Live, Float> near, boolean isRefused) {}

    private final Client client;
    private final boolean drops = randomBoolean();
    private final boolean givesIds = randomBoolean();
    private final List<Live> live = new ArrayList<>();
    private final List<String> families = new ArrayList<>();
    private int nextId;
    private int found;

    IngestStream(Client client) {
        this.client = client;
    }

    /** Creates the index and the pipeline. */
    void create(Settings settings) {
        client.admin().indices().prepareCreate(INDEX)
                .setSettings(
                        Settings.builder()
                                .put("index.refresh_interval", randomFrom("-1", "1s", "10ms"))
                                .put("index.default_pipeline", PIPELINE)
                                .put(settings))
                .setMapping(
                        """
                                {"properties": {
                                  "body": {"type": "text", "fields": {
                                    "near": {"type": "minhash", "exact": EXACT}
                                  }},
                                  "rank": {"type": "integer"}
                                }}"""
                                .replace("EXACT", Boolean.toString(randomBoolean())))
                .get();
        AdminRequests.putPipeline(
                client, PIPELINE,
                """
                        {"processors": [{"near_duplicate": {
                          "field": "body", "index": "news", "near_field": "body.near", ACTION
                        }}]}"""
                        .replace(
                                "ACTION",
                                drops
                                        ? "\"action\": \"drop\""
                                        : "\"max_matches\": 100"));
    }

    /** Sends so many requests. Returns how many near duplicates came. */
    int send(int requests) {
        for (int i = 0; i < requests; i++) {
            send(randomDocuments(between(1, rarely() ? 1000 : 20)));
            if (rarely()) {
                client.admin().indices().prepareRefresh(INDEX).get();
            }
        }
        return found;
    }

    private List<Sent> randomDocuments(int size) {
        List<Sent> documents = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Live updated = live.isEmpty() || randomInt(9) > 0 ? null : randomFrom(live);
            boolean isRefused = updated == null && rarely();
            String id = updated != null
                    ? updated.id
                    : givesIds ? Integer.toString(nextId++) : null;
            // Nobody may come with its text before it is refused: nobody can know that it will be.
            Live document =
                    isRefused ? new Live(id, NO_FAMILY, Texts.random()) : randomDocument(id);
            // One that was sent in this request and has no identifier yet cannot be updated.
            if (updated != null && id == null) {
                updated = null;
            }
            Map<Live, Float> near = near(document, updated);
            IndexRequest request = new IndexRequest(INDEX).id(id)
                    .source("body", document.text, "rank", isRefused ? "none" : "1");
            documents.add(new Sent(request, document, near, isRefused));
            if (isRefused == false && (drops == false || near.isEmpty())) {
                live.remove(updated);
                live.add(document);
            }
        }
        return documents;
    }

    /**
     * Deletes, and documents that replace others and do not go through the pipeline, come last: they are done when all
     * documents of the request have been compared.
     */
    private void send(List<Sent> documents) {
        BulkRequest bulk = new BulkRequest();
        documents.forEach(sent -> bulk.add(sent.request));
        List<Live> before = live.stream().filter(document -> document.id != null).toList();
        List<Live> deleted = randomSubsetOf(Math.min(before.size(), randomInt(3)), before);
        deleted.forEach(document -> bulk.add(new DeleteRequest(INDEX, document.id)));
        List<Live> replaced = before.stream()
                .filter(document -> deleted.contains(document) == false && rarely())
                .toList();
        replaced.forEach(
                document -> bulk.add(
                        new IndexRequest(INDEX).id(document.id)
                                .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                                .source("body", Texts.random())));
        BulkResponse response = client.bulk(bulk).actionGet();
        for (int i = 0; i < documents.size(); i++) {
            Sent sent = documents.get(i);
            if (sent.document.id == null) {
                sent.document.id = response.getItems()[i].getId();
            }
        }
        for (int i = 0; i < documents.size(); i++) {
            check(documents.get(i), response.getItems()[i]);
        }
        live.removeAll(deleted);
        // What they are replaced by has no near duplicates.
        live.removeAll(replaced);
    }

    private void check(Sent sent, BulkItemResponse item) {
        found += sent.near.size();
        if (drops && sent.near.isEmpty() == false) {
            assertThat(item.getFailureMessage(), item.isFailed(), is(false));
            assertThat(
                    item.getResponse().getResult(), equalTo(DocWriteResponse.Result.NOOP));
            return;
        }
        assertThat(item.getFailureMessage(), item.isFailed(), is(sent.isRefused));
        if (sent.isRefused) {
            families.add(sent.document.text);
            return;
        }
        Map<String, Float> expected = sent.near.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                near -> near.getKey().id, Map.Entry::getValue,
                                (one, two) -> Float.NaN, TreeMap::new));
        assertThat(sent.document.id, tags(sent.request), equalTo(expected));
    }

    private Live randomDocument(String id) {
        if (families.isEmpty() || randomInt(3) == 0) {
            families.add(Texts.random());
        }
        int family = randomInt(families.size() - 1);
        String original = families.get(family);
        return new Live(id, family, randomBoolean() ? original : Texts.near(original));
    }

    private Map<Live, Float> near(Live document, Live updated) {
        Map<Live, Float> near = new IdentityHashMap<>();
        for (Live other : live) {
            // Texts of two families have no shingle in common.
            if (other != updated && other.family == document.family) {
                double similarity = Texts.jaccard(document.text, other.text);
                assertThat(similarity, greaterThan(0.9));
                near.put(other, (float) similarity);
            }
        }
        return near;
    }

    /** The request has what the pipeline made of it. */
    @SuppressWarnings("unchecked")
    private static Map<String, Float> tags(IndexRequest request) {
        Map<String, Float> tags = new TreeMap<>();
        Map<String, Object> tag = (Map<String, Object>) request.sourceAsMap().get("near_duplicate");
        if (tag != null) {
            for (Map<String, Object> of : (List<Map<String, Object>>) tag.get("of")) {
                assertThat(of.get("_index"), equalTo(INDEX));
                tags.put((String) of.get("_id"), ((Number) of.get("similarity")).floatValue());
            }
        }
        return tags;
    }
}
