package org.nearduplicate.elasticsearch.groups;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.groups.Group;
import org.nearduplicate.groups.GroupsCounts;
import org.nearduplicate.groups.Pair;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Writes the result of a run to an index, its destination.
 *
 * <p>A destination holds one status document, {@value StatusDocument#ID}, and the groups and pairs of
 * runs. A run writes its own beside those of earlier runs:
 *
 * <pre>
 * open       status running, completed_run still the earlier run
 * write      groups and pairs of this run
 * complete   refresh; status completed, completed_run this run; then delete those of other runs
 * abandon    status cancelled or failed, completed_run still the earlier run
 * </pre>
 *
 * <p>So whoever filters on {@code completed_run} of the status document sees one whole run, however
 * later ones end. What these leave behind is deleted when a run completes. A run that starts takes the
 * destination over; the one before learns of it when it ends.
 *
 * <p>Belongs to the thread of the job, which waits for every call. Every method throws an
 * {@link ElasticsearchStatusException} if the destination cannot be read or written, and what the monitor
 * stops the job with. After any exception but those of
 * arguments, {@link #abandon} is all that may be called.
 */
final class GroupsDestination {

    private static final Logger LOGGER = LogManager.getLogger(GroupsDestination.class);

    /**
     * How long an abandoned run waits at most until its status is written: a node that is busy takes seconds, and a status that
     * is not written says that the run goes on.
     */
    private static final int ABANDON_SECONDS = 30;

    private final DestinationCalls calls;
    private final BulkWriter writer;
    private final RunCleaner cleaner;
    private final DestinationDocuments documents;
    private final RunStatus running;
    private StatusDocument statusDocument;
    private long pairs;

    private GroupsDestination(
            DestinationCalls calls, int maxHits, RunStatus running, LongConsumer progress) {
        this.calls = calls;
        this.writer = new BulkWriter(calls, progress);
        this.cleaner = new RunCleaner(calls, writer, maxHits);
        this.documents = new DestinationDocuments(calls.dest(), running.run());
        this.running = running;
    }

    /**
     * Starts a run: creates the destination if there is none, and takes it over. The caller needs the
     * rights {@code view_index_metadata}, {@code read}, {@code write} and {@code maintenance} (to
     * refresh) on it, {@code create_index} to have it created, and {@code manage} to have an empty index
     * made one.
     *
     * @param client makes the calls, with the rights of the caller
     * @param dest the name of the destination: of no index, of one that an earlier run wrote, or of one
     *     without fields and documents
     * @param run an id that no other run has, such as a random UUID
     * @param request what was asked for, as JSON has it
     * @param monitor is asked all the time whether to go on
     * @param progress learns how many documents are written so far, after every batch
     * @return the destination
     * @throws IllegalArgumentException if {@code dest} is the name of anything else
     * @throws ElasticsearchStatusException a conflict, if another run takes it over at the same time
     */
    static GroupsDestination open(
            Client client, String dest, String run, Map<String, Object> request,
            JobMonitor monitor, LongConsumer progress) {
        DestinationCalls calls = new DestinationCalls(client, dest, monitor);
        int maxHits = new DestinationIndex(calls).prepare();
        StatusDocument earlier = StatusDocument.read(calls);
        GroupsDestination destination =
                new GroupsDestination(
                        calls,
                        maxHits,
                        RunStatus.starting(run, now(calls), request, earlier.source()),
                        progress);
        try {
            destination.statusDocument = earlier.replace(calls, destination.running);
        } catch (RuntimeException e) {
            // It may have been written, though the answer was not waited for.
            destination.abandon(e);
            throw e;
        }
        return destination;
    }

    /** Returns where everything is written to. */
    GroupsResponse.Written written() {
        return new GroupsResponse.Written(calls.dest(), running.run());
    }

    /**
     * Writes a part of a group. It becomes visible to searches some time, at the latest when the run
     * completes.
     *
     * @param part the number of the part, from 1
     * @param group the group with the members of the part
     * @throws IllegalArgumentException if the part does not list as many members as it must
     */
    void writePart(int part, Group group) {
        writer.add(documents.part(part, group));
    }

    /** Counts documents that were written where a piece of the run was done. */
    void count(long written) {
        writer.count(written);
    }

    /**
     * Writes a pair; the first one gets the number 1.
     *
     * @param pair the pair
     */
    void writePair(Pair pair) {
        writer.add(documents.pair(++pairs, pair));
    }

    /**
     * Ends the run: what it wrote replaces what earlier runs wrote.
     *
     * @param counts what it saw, did and left out
     * @throws ElasticsearchStatusException a conflict, if another run has taken the destination over;
     *     what this one wrote is deleted then. If the status was written before any other failure, the run
     *     stays completed.
     */
    void complete(GroupsCounts counts) {
        writer.flush();
        // Searches must see every group before the status says that all are there.
        calls.refresh();
        RunStatus completed = running.completed(now(calls), counts);
        try {
            statusDocument = statusDocument.replace(calls, completed);
        } catch (ElasticsearchStatusException e) {
            if (e.status() == RestStatus.CONFLICT) {
                deleteOwn(e);
            }
            throw e;
        }
        cleaner.deleteOtherRuns(running.run(), statusDocument);
    }

    /**
     * Ends the run before it is completed, as well as that can be done: the status tells how and why,
     * unless the run is completed, another one has taken over, or the destination cannot be written
     * within half a minute. Throws nothing.
     *
     * @param failure why; the run is cancelled if that is a {@link TaskCancelledException}, failed else
     */
    void abandon(RuntimeException failure) {
        RunState how = failure instanceof TaskCancelledException
                ? RunState.CANCELLED
                : RunState.FAILED;
        try {
            DestinationCalls lastCalls =
                    new DestinationCalls(
                            withoutTask(calls.client()), calls.dest(),
                            deadline());
            StatusDocument current = StatusDocument.read(lastCalls);
            if (running.isSaidBy(current.source())) {
                current.replace(lastCalls, running.ended(how, now(calls), failure.getMessage()));
            }
        } catch (RuntimeException e) {
            LOGGER.warn(
                    () -> String.format(Locale.ROOT,
                            "[dest] [%s] does not tell that run [%s] is %s",
                            calls.dest(),
                            running.run(),
                            ChoiceParameter.nameOf(how)),
                    e);
        }
    }

    private static JobMonitor deadline() {
        long start = System.nanoTime();
        return new JobMonitor() {
            @Override
            public void checkCancelled() {
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(ABANDON_SECONDS)) {
                    throw new ElasticsearchTimeoutException(
                            "no answer within [{}] seconds", ABANDON_SECONDS);
                }
            }
        };
    }

    /** Another run has the destination: nobody will ever ask for what this one wrote. */
    private void deleteOwn(ElasticsearchStatusException conflict) {
        try {
            cleaner.deleteRun(running.run());
        } catch (ElasticsearchStatusException e) {
            conflict.addSuppressed(e);
        }
    }

    /** Returns a client with the same rights: every call of a cancelled task is refused. */
    private static Client withoutTask(Client client) {
        return client instanceof ParentTaskAssigningClient assigning
                ? assigning.unwrap()
                : client;
    }

    private static Instant now(DestinationCalls calls) {
        return Instant.ofEpochMilli(calls.client().threadPool().absoluteTimeInMillis());
    }
}
