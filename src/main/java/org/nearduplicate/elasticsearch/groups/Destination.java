package org.nearduplicate.elasticsearch.groups;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.alias.Alias;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.alias.TransportIndicesAliasesAction;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.create.TransportCreateIndexAction;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.admin.indices.delete.TransportDeleteIndexAction;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.elasticsearch.action.admin.indices.mapping.put.TransportPutMappingAction;
import org.elasticsearch.action.admin.indices.refresh.RefreshAction;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.broadcast.BroadcastResponse;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.action.update.UpdateResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.engine.DocumentMissingException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.admin.indices.AliasesNotFoundException;
import org.nearduplicate.elasticsearch.version.AliasRequests;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.job.JobMonitor;

/**
 * Where a run writes what it finds: an alias, which leads to the index of the last run that completed.
 *
 * <pre>
 * open       a hidden index of this run, which is written by an alias of its own; what other runs left is deleted
 * write      groups and pairs
 * complete   refresh; then, in one change of the cluster state, the alias leads to this index instead of the one before,
 *            and the alias for writing is gone; then the index before is deleted
 * abandon    the alias for writing is taken away, the index deleted
 * </pre>
 *
 * <p>So a search of the alias sees one whole run at any time. The alias for writing decides where calls compete: a run
 * completes, or is ended, by the removal of this alias, and later calls fail. Writes need the alias too, so that a late
 * write does not create an index that was deleted. A run that begins ends those that have not completed. Of two runs that
 * begin at the same moment both may complete, the later one last.
 *
 * <p>Not thread-safe: the thread of the run waits for every call. Every method throws an {@link
 * ElasticsearchStatusException} if the destination cannot be read or written, and what the monitor stops the run with.
 * After any exception but those of arguments, {@link #abandon} is all that may be called.
 */
final class Destination {

    private static final Logger LOGGER = LogManager.getLogger(Destination.class);

    /** How long the index of an abandoned run is waited for: a node that is busy takes seconds. */
    private static final int ABANDON_SECONDS = 30;

    /** Others that complete at the same moment are not that many. */
    private static final int MOST_SWAPS = 10;

    private final DestinationCalls calls;
    private final RunIndex index;
    private final BulkWriter writer;
    private final Map<String, Object> meta;
    private long pairs;

    private Destination(
            DestinationCalls calls, RunIndex index, Map<String, Object> meta,
            LongConsumer progress) {
        this.calls = calls;
        this.index = index;
        this.meta = new HashMap<>(meta);
        this.writer = new BulkWriter(calls, progress);
    }

    /**
     * Starts a run. The caller needs the privileges {@code manage} and {@code write} for the alias and for all names
     * that begin with it and a hyphen.
     *
     * @param dest a name that is new, or the alias of earlier runs
     * @param read the indices whose groups are requested
     * @param meta what is to be known of the run: kept in the mapping of its index
     * @param monitor checked for cancellation while a call is awaited
     * @param progress receives how many documents are written so far, after every batch
     * @throws IllegalArgumentException if {@code dest} is the name of anything else, or of an index that is read
     */
    static Destination open(
            Client client, String dest, Collection<String> read, Map<String, Object> meta,
            JobMonitor monitor, LongConsumer progress) {
        DestinationCalls calls = new DestinationCalls(client, dest, monitor);
        DestinationIndices earlier = DestinationIndices.read(calls);
        earlier.requireNone(read);
        Destination destination = new Destination(
                calls, RunIndex.of(dest), meta, progress);
        destination.meta.put("started", now(calls));
        try {
            destination.create();
            destination.requireRights();
            earlier.unfinished().forEach(each -> endRun(calls, each));
            earlier.replaced().forEach(each -> delete(calls, each));
        } catch (RuntimeException e) {
            destination.abandon();
            throw e;
        }
        return destination;
    }

    /** Returns where everything is written to. */
    RunIndex index() {
        return index;
    }

    /** Writes a part of a group, as {@link RunIndex#part} makes it. */
    void writePart(int part, Group group) {
        writer.add(index.part(part, group));
    }

    /** Counts documents that were written where a work unit of the run was done. */
    void count(long written) {
        writer.count(written);
    }

    void writePair(Pair pair) {
        writer.add(index.pair(++pairs, pair));
    }

    /**
     * Ends the run: what it wrote replaces what an earlier run wrote.
     *
     * @param counts what it saw, did and left out
     * @throws ElasticsearchStatusException a conflict, if a later run has ended this one
     */
    void complete(GroupsCounts counts) {
        writer.flush();
        // Searches must see every group before the alias leads to them.
        refresh();
        meta.put("finished", now(calls));
        meta.put("counts", RunIndex.counts(counts));
        calls.call(
                TransportPutMappingAction.TYPE,
                new PutMappingRequest(index.index()).source(index.meta(meta)));
        swap().forEach(each -> delete(calls, each));
    }

    /**
     * Ends the run before it is completed, as well as that can be done within half a minute: its index is deleted, unless the
     * alias leads to it already, or a later run did so. Throws nothing.
     */
    void abandon() {
        try {
            endRun(
                    new DestinationCalls(
                            withoutTask(calls.client()), calls.dest(), deadline()),
                    index.index());
        } catch (RuntimeException e) {
            warnOfLeftover(calls.dest(), index.index(), e);
        }
    }

    private void create() {
        CreateIndexRequest request =
                new CreateIndexRequest(
                        index.index(),
                        Settings.builder()
                                .put(IndexMetadata.SETTING_INDEX_HIDDEN, true)
                                .build())
                        .mapping(index.mapping(meta))
                        .alias(new Alias(index.writeAlias()).isHidden(true))
                        .cause("near duplicate groups");
        calls.call(TransportCreateIndexAction.TYPE, request);
    }

    private void refresh() {
        BroadcastResponse response =
                calls.call(RefreshAction.INSTANCE, new RefreshRequest(index.index()));
        if (response.getFailedShards() > 0) {
            throw calls.failure(response.getShardFailures()[0]);
        }
    }

    /**
     * Removes an alias and updates a document that do not exist, so that a missing privilege is reported before any work
     * is done.
     */
    private void requireRights() {
        requireFailure(
                AliasesNotFoundException.class,
                () -> change(calls, List.of(remove(index.index(), calls.dest()))));
        requireFailure(
                DocumentMissingException.class,
                () -> calls.<UpdateResponse>await(
                        listener -> calls.client().update(
                                new UpdateRequest(index.writeAlias(), "none")
                                        .doc(Map.of())
                                        .setRequireAlias(true),
                                listener)));
    }

    private static void requireFailure(Class<? extends Exception> expected, Runnable call) {
        try {
            call.run();
        } catch (ElasticsearchStatusException e) {
            if (ExceptionsHelper.unwrap(e, expected) == null) {
                throw e;
            }
        }
    }

    /** Lets the alias lead to the index of this run, and returns those to which it led. */
    private List<String> swap() {
        for (int attempt = 1;; attempt++) {
            List<String> current = DestinationIndices.read(calls).current();
            try {
                change(calls, swap(current));
                return current;
            } catch (ElasticsearchStatusException e) {
                DestinationIndices now = DestinationIndices.read(calls);
                if (now.current().contains(index.index())) {
                    return current;
                }
                if (now.isUnfinished(index.index()) == false) {
                    throw DestinationCalls.conflict(calls.dest(), e);
                }
                if (now.current().equals(current) || attempt == MOST_SWAPS) {
                    throw e;
                }
            }
        }
    }

    private List<AliasActions> swap(List<String> current) {
        List<AliasActions> swap = new ArrayList<>();
        swap.add(remove(index.index(), index.writeAlias()));
        current.forEach(each -> swap.add(remove(each, calls.dest())));
        // Two of them are refused, so none can be added beside one that was added since.
        swap.add(AliasActions.add().index(index.index()).alias(calls.dest()).writeIndex(true));
        return swap;
    }

    /** Ends a run that has not completed, and deletes its index; one that is ended or has completed is left alone. */
    private static void endRun(DestinationCalls calls, String index) {
        try {
            change(calls, List.of(remove(index, RunIndex.writeAlias(index))));
        } catch (ElasticsearchStatusException e) {
            if (ExceptionsHelper.unwrap(
                    e, AliasesNotFoundException.class, IndexNotFoundException.class) == null) {
                throw e;
            }
            return;
        }
        delete(calls, index);
    }

    /**
     * Deletes an index that is not read any more. One that cannot be deleted, as while it is in a snapshot, is left to
     * the next run.
     */
    private static void delete(DestinationCalls calls, String index) {
        try {
            calls.call(TransportDeleteIndexAction.TYPE, new DeleteIndexRequest(index));
        } catch (ElasticsearchStatusException e) {
            if (e.status() != RestStatus.NOT_FOUND) {
                warnOfLeftover(calls.dest(), index, e);
            }
        }
    }

    private static void warnOfLeftover(String dest, String index, RuntimeException failure) {
        LOGGER.warn(
                () -> "[dest] [" + dest + "]: the index [" + index + "] stays until the next run",
                failure);
    }

    private static AliasActions remove(String index, String alias) {
        return AliasActions.remove().index(index).alias(alias).mustExist(true);
    }

    private static void change(DestinationCalls calls, List<AliasActions> actions) {
        IndicesAliasesRequest change = AliasRequests.of(DestinationCalls.MASTER_TIMEOUT);
        actions.forEach(change::addAliasAction);
        calls.call(TransportIndicesAliasesAction.TYPE, change);
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

    /** Returns a client with the same rights: every call of a cancelled task is refused. */
    private static Client withoutTask(Client client) {
        return client instanceof ParentTaskAssigningClient assigning
                ? assigning.unwrap()
                : client;
    }

    private static String now(DestinationCalls calls) {
        return Instant.ofEpochMilli(calls.client().threadPool().absoluteTimeInMillis()).toString();
    }
}
