package org.nearduplicate.groups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.RangeLinks;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;

/**
 * A node that does work units of a job, one at a time. Calls return at once; who cancels an answer ends the work unit. An answer
 * is an exception if the work unit failed, a {@link BusyWorkerException} if the node had no room for it.
 */
public interface Worker {

    /** Links the documents of a range of terms, and tells what these tell. */
    CompletableFuture<RangeLinks> link(KeyRange range);

    /**
     * Groups parts of whole components.
     *
     * @param parts the addresses of their documents, ascending in each
     * @param blocks how limited buckets are cut
     * @return what was found
     */
    CompletableFuture<WorkerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks);
}
