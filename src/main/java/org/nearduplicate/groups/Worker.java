package org.nearduplicate.groups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;

/**
 * A node that does work units of a job, one at a time. Calls return at once; to cancel an answer ends its work unit. An
 * answer is an exception if the work unit failed, a {@link BusyWorkerException} if the node had no room for it.
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

    /** A worker has no room for a work unit, but may have some later. */
    final class BusyWorkerException extends RuntimeException {

        private static final long serialVersionUID = 1;

        /**
         * @param cause what the worker answered
         */
        public BusyWorkerException(Throwable cause) {
            super(cause);
        }
    }
}
