package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.hamcrest.Matchers.equalTo;

import java.util.Locale;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;

/** An incremental run that replaces more groups than it looks up at a time, of more documents than a search gives. */
public class ManyGroupsReplacedTests extends GroupsIncrementTestCase {

    /** So many versions of keepers are looked up at a time, and so many documents of their groups. */
    private static final int AT_A_TIME = 5_000;

    private static final int REPLACED = AT_A_TIME + 50;
    private static final int GROUPS = REPLACED + 20;

    /** More than there are in one document of a group. */
    private static final int MORE_MEMBERS = DestinationDocuments.MAX_MEMBERS;

    public void testManyGroupsAreReplaced() {
        create(INDEX, 1, MAPPING);
        fill();
        assertNotPerformed("no run was completed before", run(INCREMENTAL, INDEX));
        assertThat(visible().size(), equalTo(GROUPS + 1));
        deleteMembers();
        Map<String, Object> answer = run(INCREMENTAL, INDEX);
        assertPerformed(answer);
        assertThat(number(answer, "incremental.groups.replaced"), equalTo(REPLACED));
        assertThat(number(answer, "counts.groups"), equalTo(GROUPS - REPLACED + 1));
        run("\"dest\": {\"index\": \"full\"}", INDEX);
        assertThat(
                VisibleGroups.ofAnyRun(client(), DEST),
                equalTo(VisibleGroups.ofAnyRun(client(), "full")));
        assertPerformed(run(INCREMENTAL, INDEX));
    }

    /**
     * The keepers are written first, so the first versions that are looked up are all of keepers; their groups have one
     * document more than a search gives.
     */
    private void fill() {
        BulkRequestBuilder bulk = client().prepareBulk(INDEX);
        for (int group = 0; group < GROUPS; group++) {
            add(bulk, keeper(group), group);
        }
        for (int group = 0; group < GROUPS; group++) {
            add(bulk, member(group), group);
        }
        for (int i = 0; i < MORE_MEMBERS; i++) {
            add(bulk, "more" + i, 0);
        }
        assertNoFailures(bulk.setRefreshPolicy(RefreshPolicy.IMMEDIATE).get());
    }

    /** Equal texts; of them the document whose {@code _id} comes first is kept. */
    private void add(BulkRequestBuilder bulk, String id, int group) {
        bulk.add(
                prepareIndex(INDEX).setId(id)
                        .setSource(FIELD, "words of number" + group));
    }

    private static String keeper(int group) {
        return String.format(Locale.ROOT, "keeper%04d", group);
    }

    private static String member(int group) {
        return "member" + group;
    }

    private void deleteMembers() {
        BulkRequestBuilder bulk = client().prepareBulk(INDEX);
        for (int group = 0; group < REPLACED; group++) {
            bulk.add(client().prepareDelete(INDEX, member(group)));
        }
        assertNoFailures(bulk.setRefreshPolicy(RefreshPolicy.IMMEDIATE).get());
    }
}
