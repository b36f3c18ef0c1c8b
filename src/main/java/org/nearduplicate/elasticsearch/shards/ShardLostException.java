package org.nearduplicate.elasticsearch.shards;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.transport.ConnectTransportException;

/** The view of a shard is gone, with its node or because the shard was moved: another copy may answer. */
public final class ShardLostException extends ElasticsearchStatusException {

    private static final long serialVersionUID = 1;

    ShardLostException(Throwable cause, ShardId shardId, String node) {
        super(RemoteShard.FAILED, ExceptionsHelper.status(cause), cause, shardId, node,
                cause.getMessage());
    }

    /** Returns whether a shard that fails like that is lost. */
    static boolean isLost(Throwable failure) {
        return failure instanceof ConnectTransportException
                || failure instanceof NodeClosedException
                || ExceptionsHelper.status(failure) == RestStatus.SERVICE_UNAVAILABLE;
    }
}
