package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.field.SignatureFallback;
import org.nearduplicate.elasticsearch.request.AwaitedCall;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.DocumentFields;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.shards.OpenedShards;
import org.nearduplicate.elasticsearch.shards.ShardView;
import org.nearduplicate.groups.GroupsCounts;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.GroupsOptions;
import org.nearduplicate.groups.Keep;
import org.nearduplicate.groups.Listing;
import org.nearduplicate.groups.Peer;
import org.nearduplicate.groups.TooLargeException;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/**
 * One run: opens the shards, finds the groups, and answers or writes them. Belongs to the thread that
 * runs it.
 */
final class GroupsRun {

    private static final Set<RestStatus> WRONG_REQUEST =
            Set.of(RestStatus.BAD_REQUEST, RestStatus.FORBIDDEN);

    private final LocalRequest<GroupsParameters> request;
    private final GroupsParameters parameters;
    private final ProgressTask<GroupsStatus> task;
    private final CircuitBreaker breaker;
    private final long memory;
    private final int maxHits;
    private final Peers peers;
    private final ParentTaskAssigningClient client;
    private final long startNanos;

    /**
     * @param memory in which documents are held at a time, in bytes
     * @param maxHits how many hits a search gives
     * @param peers do pieces of what does not fit into it
     * @param startNanos when the run started, as {@link System#nanoTime()} has it
     */
    GroupsRun(
            LocalRequest<GroupsParameters> request,
            ProgressTask<GroupsStatus> task,
            CircuitBreaker breaker,
            long memory,
            int maxHits,
            Peers peers,
            ParentTaskAssigningClient client,
            long startNanos) {
        this.request = request;
        this.parameters = request.parameters();
        this.task = task;
        this.breaker = breaker;
        this.memory = memory;
        this.maxHits = maxHits;
        this.peers = peers;
        this.client = client;
        this.startNanos = startNanos;
    }

    /** Opens the shards. */
    @FunctionalInterface
    interface Opener {

        /** Opens them, for what is wanted of them. */
        OpenedShards open(ShardView view, JobMonitor monitor);
    }

    /** Finds the nodes that do pieces of a run. */
    @FunctionalInterface
    interface Peers {

        /**
         * Returns them.
         *
         * @param piece what all pieces have in common
         * @param nodes the nodes that hold copies of the shards
         */
        List<? extends Peer> of(NodePeer.Piece piece, Set<String> nodes);
    }

    /**
     * Runs.
     *
     * @param rewrite gives the rewritten query
     */
    GroupsResponse run(Opener opener, Consumer<ActionListener<QueryBuilder>> rewrite) {
        try (BreakerAccount account = new BreakerAccount(breaker, "near_duplicate groups")) {
            GroupsMonitor monitor = new GroupsMonitor(task, account);
            return run(opener, view(AwaitedCall.await(rewrite, monitor)), monitor);
        } catch (TooLargeException e) {
            throw refusal(e);
        }
    }

    /** Says that there is not enough memory as a breaker does. */
    static ElasticsearchStatusException refusal(TooLargeException e) {
        return new ElasticsearchStatusException(e.getMessage(), RestStatus.TOO_MANY_REQUESTS, e);
    }

    /** All pairs of a run are verified in one way, so one shard without shingle sets is enough. */
    private GroupsResponse run(Opener opener, ShardView view, GroupsMonitor monitor) {
        try (OpenedShards shards = opener.open(view, monitor)) {
            SignatureFallback fallback = shards.field().fallback().orElse(null);
            if (fallback == null) {
                return run(
                        shards, Objects.requireNonNullElse(view.verify(), Verify.EXACT), monitor);
            }
            fallback.warn(view.field());
            if (shards.allFellBack()) {
                return run(shards, Verify.SIGNATURE, monitor);
            }
        }
        try (OpenedShards shards = opener.open(view.bySignature(), monitor)) {
            return run(shards, Verify.SIGNATURE, monitor);
        }
    }

    private ShardView view(QueryBuilder query) {
        return new ShardView(
                parameters.field(),
                parameters.ignoreUnmapped(),
                parameters.verify(),
                query,
                parameters.keepBy().field(),
                parameters.keepBy().keep() == Keep.HIGHEST);
    }

    private GroupsResponse run(OpenedShards shards, Verify verify, GroupsMonitor monitor) {
        task.progress(status -> status.opened(shards.total(), shards.failures().size()));
        shards.requireSameKeepValues();
        Scheme scheme = shards.field().scheme();
        GroupsOptions options = parameters.options(shards.field()::similarity, verify);
        boolean nowhere = shards.shards().isEmpty();
        Double minSimilarity =
                nowhere ? parameters.minSimilarity() : (Double) options.minSimilarity();
        if (nowhere && shards.failures().isEmpty() && parameters.dest() != null) {
            throw new ElasticsearchStatusException(
                    "no index has [field] [{}] whose groups [dest] could get",
                    RestStatus.NOT_FOUND, parameters.field());
        }
        DocumentFields documents = documents(shards, monitor);
        GroupsDestination destination =
                parameters.dest() == null ? null : openDestination(verify, minSimilarity, monitor);
        try {
            if (destination != null) {
                requireAll(shards);
            }
            GroupsResponse.Written written = destination == null ? null : destination.written();
            Listing.Limits limits = parameters.limits();
            Listing listing = new Listing(limits, options.keep(), monitor);
            List<? extends Peer> others = nowhere
                    ? List.of()
                    : peers.of(
                            new NodePeer.Piece(
                                    shards.handles(), options,
                                    new PartsMessage.Wanted(limits, written)),
                            shards.nodes());
            GroupsCounts counts = new GroupsJob(
                    shards.shards(), scheme, options, memory, monitor)
                    .run(
                            part -> {
                                if (destination != null) {
                                    part.forEachPart(
                                            DestinationDocuments.MAX_MEMBERS,
                                            destination::writePart);
                                }
                                listing.add(part);
                            },
                            others,
                            found -> {
                                listing.add(found);
                                if (destination != null) {
                                    destination.count(found.written());
                                }
                            });
            ListedFields fields = parameters.fields().isEmpty()
                    ? ListedFields.NONE
                    : ListedFields.read(documents, listing.groups(), monitor);
            if (destination != null) {
                listing.pairs().forEach(destination::writePair);
                destination.complete(counts);
            }
            return new GroupsResponse(
                    tookMillis(),
                    shards.total(),
                    shards.failures(),
                    minSimilarity,
                    verify,
                    nowhere ? null : verify.probabilityFound(scheme, minSimilarity),
                    counts,
                    listing.groups(),
                    fields,
                    parameters.listsPairs() ? listing.pairs() : null,
                    written);
        } catch (RuntimeException e) {
            if (destination != null) {
                destination.abandon(e);
            }
            throw e;
        }
    }

    /** Where shards are missing already, a search may miss them too. */
    private DocumentFields documents(OpenedShards shards, JobMonitor monitor) {
        DocumentFields documents = new DocumentFields(
                new RunSearches(
                        client, request, monitor, shards.failures().isEmpty() == false),
                parameters.fields(),
                maxHits);
        if (parameters.fields().isEmpty() == false) {
            check(documents, monitor);
        }
        return documents;
    }

    /** Refuses what would be refused when the groups are known; what else goes wrong now may not then. */
    private void check(DocumentFields documents, JobMonitor monitor) {
        try {
            documents.check(
                    QueryBuilders.boolQuery()
                            .filter(QueryBuilders.existsQuery(parameters.field()))
                            .filter(parameters.query()));
        } catch (RuntimeException e) {
            monitor.checkCancelled();
            if (WRONG_REQUEST.contains(ExceptionsHelper.status(e))) {
                throw e;
            }
        }
    }

    /** What replaces a whole run must be whole. */
    private static void requireAll(OpenedShards shards) {
        if (shards.failures().isEmpty() == false) {
            DefaultShardOperationFailedException first = shards.failures().getFirst();
            throw new ElasticsearchStatusException(
                    "[dest] gets groups of all shards or none: [{}] of [{}] could not be read, first"
                            + " shard [[{}][{}]]: {}",
                    RestStatus.SERVICE_UNAVAILABLE, first.getCause(), shards.failures().size(),
                    shards.total(), first.index(), first.shardId(), first.getCause().getMessage());
        }
    }

    /**
     * Opens it before any work is done for one that cannot be written. It tells the task, so that a run
     * that goes on can be told from one whose node died.
     */
    private GroupsDestination openDestination(
            Verify verify, Double minSimilarity, JobMonitor monitor) {
        Map<String, Object> request = parameters.toMap(minSimilarity, verify);
        request.put("task", client.getParentTask().toString());
        return GroupsDestination.open(
                client, parameters.dest(), UUIDs.randomBase64UUID(), request, monitor,
                documents -> task.progress(status -> status.written(documents)));
    }

    private long tookMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }
}
