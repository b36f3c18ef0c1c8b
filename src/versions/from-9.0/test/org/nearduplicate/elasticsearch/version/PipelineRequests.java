package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.XContentType;

/** Makes requests for pipelines. */
public final class PipelineRequests {

    private PipelineRequests() {}

    /** Makes a request that puts one, and waits for the master and for all nodes until the timeout. */
    public static PutPipelineRequest put(TimeValue timeout, String id, String json) {
        return new PutPipelineRequest(
                timeout, timeout, id, new BytesArray(json), XContentType.JSON);
    }
}
