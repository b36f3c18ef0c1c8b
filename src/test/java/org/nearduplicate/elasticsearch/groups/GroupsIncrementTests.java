package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.Texts;

/** Incremental runs into a destination: what is in it is what a full run finds, and a full run says why it is one. */
public class GroupsIncrementTests extends GroupsIncrementTestCase {

    /** The changes of a round are far fewer than a quarter of the documents. */
    public void testChanges() {
        create(INDEX, between(1, 3), MAPPING);
        fill(60);
        String options = randomFrom(
                "", ", \"method\": \"components\"", ", \"verify\": \"signature\"",
                ", \"keep\": {\"by\": \"field\", \"field\": \"rank\"}", ", \"min_group_size\": 3",
                ", \"query\": {\"term\": {\"tag\": \"even\"}}");
        assertNotPerformed("no run was completed before", run(INCREMENTAL + options, INDEX));
        assertSame(options);
        for (int round = 0; round < 8; round++) {
            change();
            Map<String, Object> answer = run(INCREMENTAL + options, INDEX);
            assertPerformed(answer);
            assertSame(options);
            Map<String, Object> full = run(ALL + options, INDEX);
            assertThat(number(answer, "counts.groups"), equalTo(number(full, "counts.groups")));
            assertThat(
                    number(answer, "counts.documents.in_groups"),
                    equalTo(number(full, "counts.documents.in_groups")));
        }
    }

    public void testWhyAllIsGrouped() {
        create(INDEX, 1, MAPPING);
        // Without fields it becomes a destination.
        create(DEST, between(1, 3), "{}");
        fill(30);
        run("\"dest\": {\"index\": \"" + DEST + "\"}", INDEX);
        assertNotPerformed("the last run was not incremental", run(INCREMENTAL, INDEX));
        assertNotPerformed(
                "[method] is [components], in the last run it was [star]",
                run(INCREMENTAL + ", \"method\": \"components\"", INDEX));
        assertNotPerformed(
                "[pairs] are the most similar of all",
                run(INCREMENTAL + ", \"pairs\": true", INDEX));
        assertNotPerformed("the last run could not be continued", run(INCREMENTAL, INDEX));
        fill(30);
        assertNotPerformed(
                "more than a quarter of the documents", run(INCREMENTAL, INDEX));
        client().delete(new DeleteRequest(DEST, anyGroup())).actionGet();
        assertNotPerformed(
                "what the last run left was changed: there are", run(INCREMENTAL, INDEX));
        assertPerformed(run(INCREMENTAL, INDEX));
        client().prepareUpdate(DEST, anyGroup()).setDoc("texts", 1_000_000).get();
        assertNotPerformed(
                "what the last run left was changed: a document of a group was written since",
                run(INCREMENTAL, INDEX));
        String match = ", \"query\": {\"match\": {\"tag\": \"even\"}}";
        assertNotPerformed(
                "may match other documents at another time", run(INCREMENTAL + match, INDEX));
        String range =
                ", \"query\": {\"bool\": {\"must_not\": {\"range\": {\"rank\": {\"lt\": 4}}}}}";
        run(INCREMENTAL + range, INDEX);
        assertPerformed(run(INCREMENTAL + range, INDEX));
        assertSame(range);
    }

    public void testOperationsThatWaitForTheDisk() {
        assertAcked(
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put("index.translog.durability", "async")
                                        .put("index.translog.sync_interval", "1h"))
                        .setMapping(MAPPING));
        fill(60);
        run(INCREMENTAL, INDEX);
        for (int round = 0; round < 2; round++) {
            change();
            assertPerformed(run(INCREMENTAL, INDEX));
            assertSame("");
        }
    }

    /** A name that is mistyped leaves the groups as they are. */
    public void testOfNoIndex() {
        create(INDEX, 1, MAPPING);
        fill(30);
        run(INCREMENTAL, INDEX);
        for (String options : List.of(INCREMENTAL, "\"dest\": {\"index\": \"" + DEST + "\"}")) {
            assertFails(
                    RestStatus.NOT_FOUND,
                    "no index has [field] [body] whose groups [dest] could get", options,
                    "nosuch*");
        }
        assertPerformed(run(INCREMENTAL, INDEX));
        assertSame("");
    }

    public void testNeedsADestination() {
        create(INDEX, 1, MAPPING);
        assertFails(
                RestStatus.BAD_REQUEST, "[incremental] needs [dest]", "\"incremental\": true",
                INDEX);
    }

    /** Whoever asks for what the completed runs left sees the groups of one of them, whenever that is. */
    public void testFilterByTermsOfTheStatus() {
        create(INDEX, 1, MAPPING);
        fill(40);
        run(INCREMENTAL, INDEX);
        change();
        assertPerformed(run(INCREMENTAL, INDEX));
        Set<String> found = new HashSet<>();
        SearchSourceBuilder lookup =
                new SearchSourceBuilder().size(1_000).query(VisibleGroups.filter(DEST));
        search(lookup, hit -> found.add(hit.getId()));
        Set<String> all = new HashSet<>();
        search(groups(), hit -> all.add(hit.getId()));
        assertThat(found, equalTo(all));
    }

    /** What a mapping gets beside the field makes no document another one. */
    public void testMappingWithAnotherField() {
        create(INDEX, between(1, 3), MAPPING);
        fill(40);
        run(INCREMENTAL, INDEX);
        putMapping("{\"properties\": {\"more\": {\"type\": \"keyword\"}}}");
        assertPerformed(run(INCREMENTAL, INDEX));
        index(
                INDEX,
                Map.of(
                        "more", Map.of(FIELD, Texts.random(), "more", "of it"), "another",
                        Map.of("another", "field")));
        Map<String, Object> answer = run(INCREMENTAL, INDEX);
        assertPerformed(answer);
        assertThat(number(answer, "incremental.documents.changed"), equalTo(2));
        assertThat(number(answer, "counts.documents.without_signature"), equalTo(1));
        assertSame("");
    }

    /** What was chosen may be said later on: the field stays the same. */
    public void testMappingThatSaysWhatWasChosen() {
        create(INDEX, between(1, 3), MAPPING);
        fill(40);
        run(INCREMENTAL, INDEX);
        putMapping(
                "{\"properties\": {\"body\": {\"type\": \"minhash\", \"exact\": true,"
                        + " \"similarity\": 0.8, \"meta\": {\"of\": \"news\"}}}}");
        changeGroups();
        assertPerformed(run(INCREMENTAL, INDEX));
        assertSame("");
    }

    /** Other texts may be behind each document. */
    public void testMappingThatCopiesAnotherFieldIntoTheText() {
        create(INDEX, between(1, 3), MAPPING);
        fill(40);
        run(INCREMENTAL, INDEX);
        putMapping(
                "{\"properties\": {\"title\": {\"type\": \"text\", \"copy_to\": \"body\"}}}");
        assertNotPerformed("more than a quarter of the documents", run(INCREMENTAL, INDEX));
        assertPerformed(run(INCREMENTAL, INDEX));
        assertSame("");
    }

    /** The similarity of a field stays the same, but an index of that name may come whose field has another one. */
    public void testAnotherSimilarityOfTheField() {
        create(INDEX, 1, MAPPING);
        fill(40);
        run(INCREMENTAL, INDEX);
        Exception refusal = expectThrows(
                IllegalArgumentException.class, () -> putMapping(mapping(0.7)));
        assertThat(refusal.getMessage(), containsString("Cannot update parameter [similarity]"));
        assertPerformed(run(INCREMENTAL, INDEX));
        assertAcked(indicesAdmin().prepareDelete(INDEX));
        create(INDEX, 1, mapping(0.7));
        fill(40);
        assertNotPerformed(
                "[min_similarity] is [0.7], in the last run it was [0.8]",
                run(INCREMENTAL, INDEX));
        assertSame("");
        assertPerformed(run(INCREMENTAL, INDEX));
    }

    private static String mapping(double similarity) {
        return "{\"properties\": {\"body\": {\"type\": \"minhash\", \"exact\": true, \"similarity\": "
                + similarity
                + "}, \"rank\": {\"type\": \"integer\"}, \"tag\": {\"type\": \"keyword\"}}}";
    }

    private void putMapping(String mapping) {
        assertAcked(
                indicesAdmin().preparePutMapping(INDEX).setSource(mapping, XContentType.JSON));
    }

    private String anyGroup() {
        List<String> found = new ArrayList<>();
        search(groups(), hit -> found.add(hit.getId()));
        return randomFrom(found);
    }
}
