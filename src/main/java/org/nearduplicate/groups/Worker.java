package org.nearduplicate.groups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;

/**
 * A node that does work units of a job, one at a time. Calls return at once; to cancel an answer ends its work unit. An
 * answer is an exception if the work unit failed, a {@link RejectedExecutionException} if the node had no room for it.
 */
public interface Worker {

    /** Links the documents of a range of terms. */
    CompletableFuture<RangeLinks> link(KeyRange range);

    /**
     * Groups parts of whole components.
     *
     * @param parts the addresses of their documents, ascending in each
     * @param blocks how limited buckets are cut
     */
    CompletableFuture<WorkerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks);
}
