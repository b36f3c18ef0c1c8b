package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;

import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.DocWriteRequest.OpType;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.delete.DeleteResponse;
import org.elasticsearch.action.index.IndexResponse;
import org.elasticsearch.action.update.UpdateResponse;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.ingest.BulkDocuments.Refused;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Match.Name;

/** A document is refused for another one that is there, or is an error. */
public class BulkAnswerTests extends ESTestCase {

    private static final ShardId NEWS = new ShardId("news", "uuid of news", 0);
    private static final ShardId OTHER = new ShardId("news", "uuid of news", 1);

    private BulkItemResponse[] items;

    private void answer(BulkItemResponse... ofRequest) {
        items = ofRequest;
    }

    private static BulkItemResponse created(String id) {
        return BulkItemResponse.success(
                0, OpType.INDEX, new IndexResponse(NEWS, id, 1, 1, 1, true));
    }

    private static BulkItemResponse deleted(ShardId shard, String id, boolean found) {
        return BulkItemResponse.success(
                0, OpType.DELETE, new DeleteResponse(shard, id, 1, 1, 1, found));
    }

    private static BulkItemResponse dropped(String id) {
        return BulkItemResponse.success(
                0, OpType.INDEX,
                new UpdateResponse(
                        new ShardId("news", "_na_", 0), id, 0, 0, 0, DocWriteResponse.Result.NOOP));
    }

    private static BulkItemResponse failed(String id, RestStatus status) {
        return BulkItemResponse.failure(
                0, OpType.INDEX,
                new BulkItemResponse.Failure(
                        "news", id, new ElasticsearchStatusException("by test", status)));
    }

    private static Refused refused(int item, String of, int itemOf) {
        return new Refused(item, new Match(new Name(NEWS, of), 1, itemOf));
    }

    private void mend(Refused... refused) {
        BulkAnswer.mend(items, List.of(refused));
    }

    private void assertMended(int item, String reason) {
        assertThat(items[item].getFailure().getStatus(), equalTo(RestStatus.SERVICE_UNAVAILABLE));
        assertThat(items[item].getFailureMessage(), containsString(reason));
    }

    private void assertStays(Refused... refused) {
        BulkItemResponse[] before = items.clone();
        mend(refused);
        for (int i = 0; i < before.length; i++) {
            assertThat(items[i], sameInstance(before[i]));
        }
    }

    public void testAnOriginalThatIsWritten() {
        answer(created("a"), dropped("b"), failed("c", RestStatus.CONFLICT));
        assertStays(refused(1, "a", 0), refused(2, "a", 0));
    }

    public void testAnOriginalThatIsNotWritten() {
        answer(
                failed("a", RestStatus.BAD_REQUEST), dropped("b"),
                failed("c", RestStatus.CONFLICT), created("d"));
        mend(refused(1, "a", 0), refused(2, "a", 0), refused(3, "a", 0));
        for (int item : List.of(1, 2)) {
            assertMended(
                    item,
                    "was not indexed as a near duplicate of [a] in [news], which this request did not write: send it"
                            + " again");
        }
        assertFalse("it was admitted after all", items[3].isFailed());
    }

    /** As where a later processor sends it to another index. */
    public void testAnOriginalThatIsWrittenElsewhere() {
        answer(
                BulkItemResponse.success(
                        0, OpType.INDEX,
                        new IndexResponse(new ShardId("old", "uuid", 0), "a", 1, 1, 1, true)),
                dropped("b"));
        mend(refused(1, "a", 0));
        assertMended(1, "did not write");
    }

    public void testAStoredOriginalThatIsChangedBefore() {
        for (BulkItemResponse change : List.of(created("a"), deleted(NEWS, "a", true))) {
            answer(change, dropped("b"));
            mend(refused(1, "a", Match.STORED));
            assertMended(1, "near duplicate of [a] in [news], which this request changed");
            answer(dropped("b"), change);
            assertStays(refused(0, "a", Match.STORED));
        }
    }

    public void testAStoredOriginalThatStays() {
        for (BulkItemResponse other : List.of(
                created("c"), failed("a", RestStatus.BAD_REQUEST), dropped("a"),
                deleted(NEWS, "a", false), deleted(OTHER, "a", true))) {
            answer(other, dropped("b"));
            assertStays(refused(1, "a", Match.STORED));
        }
    }

    public void testAnOriginalOfTheRequestThatIsChangedAgain() {
        answer(created("a"), deleted(NEWS, "a", true), dropped("b"));
        mend(refused(2, "a", 0));
        assertMended(2, "did not write");
    }

    public void testItemsThatAreNotKnown() {
        answer(dropped("a"), dropped("auto-generated"), created("c"),
                failed("b", RestStatus.CONFLICT), failed("d", RestStatus.BAD_REQUEST));
        mend(refused(Match.UNKNOWN, "a", 0));
        for (int item : List.of(0, 1, 3)) {
            assertMended(item, "[a]");
        }
        assertThat(items[4].getFailure().getStatus(), equalTo(RestStatus.BAD_REQUEST));
        answer(dropped("b"), created("c"));
        assertStays(refused(Match.UNKNOWN, "c", Match.UNKNOWN));
        mend(refused(Match.UNKNOWN, "d", Match.UNKNOWN));
        assertMended(0, "[d]");
    }
}
