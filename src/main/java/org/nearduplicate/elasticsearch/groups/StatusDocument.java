package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.TransportGetAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentFactory;

/**
 * The status document of a destination as it was read or written last. It belongs to the run that wrote
 * it last: whoever writes says which version is replaced, so that of two runs one learns of the other.
 *
 * @param source its content, empty if there is none
 * @param seqNo the sequence number of that version
 * @param primaryTerm the primary term of that version
 */
record StatusDocument(Map<String, Object> source, long seqNo, long primaryTerm) {

    /** The {@code _id} of the document. */
    static final String ID = "run";

    /** Reads it, whether searches see it yet or not. */
    static StatusDocument read(DestinationCalls calls) {
        return calls.call(
                TransportGetAction.TYPE, new GetRequest(calls.dest(), ID),
                response -> response.isExists()
                        ? new StatusDocument(
                                response.getSourceAsMap(),
                                response.getSeqNo(),
                                response.getPrimaryTerm())
                        : new StatusDocument(
                                Map.of(),
                                SequenceNumbers.UNASSIGNED_SEQ_NO,
                                SequenceNumbers.UNASSIGNED_PRIMARY_TERM));
    }

    /**
     * Replaces this version, at once visible to searches.
     *
     * @param calls make the call
     * @param status what it is to say
     * @return the new version
     * @throws ElasticsearchStatusException a conflict, if this version has been replaced or deleted
     */
    StatusDocument replace(DestinationCalls calls, RunStatus status) {
        IndexRequest request =
                new IndexRequest(calls.dest())
                        .id(ID)
                        .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                        .setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        if (source.isEmpty()) {
            request.create(true);
        } else {
            request.setIfSeqNo(seqNo).setIfPrimaryTerm(primaryTerm);
        }
        try {
            request.source(status.toDocument(XContentFactory.jsonBuilder()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Object> written = request.sourceAsMap();
        try {
            DocWriteResponse response =
                    calls.await(listener -> calls.client().index(request, listener));
            return new StatusDocument(written, response.getSeqNo(), response.getPrimaryTerm());
        } catch (ElasticsearchStatusException e) {
            if (ExceptionsHelper.unwrap(e, VersionConflictEngineException.class) == null) {
                throw e;
            }
            return afterConflict(calls, status, e);
        }
    }

    /** A write that was repeated, as a primary shard moved meanwhile, is in conflict with itself. */
    private static StatusDocument afterConflict(
            DestinationCalls calls, RunStatus status, ElasticsearchStatusException conflict) {
        StatusDocument current = read(calls);
        if (status.isSaidBy(current.source)) {
            return current;
        }
        throw new ElasticsearchStatusException(
                "[dest] [{}] was {} during run [{}]",
                RestStatus.CONFLICT, conflict, calls.dest(),
                current.source.isEmpty()
                        ? "deleted"
                        : "taken over by run [" + current.source.get(DestinationMapping.RUN) + "]",
                status.run());
    }

    /** Tells whether nobody has replaced this version since. */
    boolean isCurrent(DestinationCalls calls) {
        StatusDocument current = read(calls);
        return current.seqNo == seqNo && current.primaryTerm == primaryTerm;
    }
}
