package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.request.DocumentFields;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.shards.OpenedShards;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.part.Listing;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/**
 * A run whose shards are open: finds the groups, and answers or writes them. Belongs to the thread of the run.
 *
 * @param node what it uses
 * @param request what is asked for
 * @param task the task of the run
 * @param monitor watches it
 * @param indices those that the request names
 * @param maxHits how many hits a search gives
 * @param shards the shards
 * @param verify how pairs are verified
 */
record OpenedRun(
        NodeServices node,
        LocalRequest<GroupsParameters> request,
        ProgressTask<GroupsStatus> task,
        GroupsMonitor monitor,
        List<String> indices,
        int maxHits,
        OpenedShards shards,
        Verify verify) {

    private static final Set<RestStatus> WRONG_REQUEST =
            Set.of(RestStatus.BAD_REQUEST, RestStatus.FORBIDDEN);

    /**
     * Finds the groups.
     *
     * @param startNanos when the run started, as {@link System#nanoTime()} has it
     */
    GroupsResponse answer(long startNanos) {
        task.progress(status -> status.opened(shards.total(), shards.failures().size()));
        shards.requireSameKeepValues();
        Scheme scheme = shards.field().scheme();
        GroupsOptions options = parameters().options(shards.field(), verify);
        boolean nowhere = shards.shards().isEmpty();
        Double minSimilarity =
                nowhere ? parameters().minSimilarity() : (Double) options.minSimilarity();
        DocumentFields documents = documents();
        Destination destination = openDestination(minSimilarity);
        try {
            RunIndex written = destination == null ? null : destination.index();
            Listing listing = new Listing(parameters().limits(), options.keep(), monitor);
            GroupsCounts counts = new GroupsJob(
                    shards.shards(), scheme, options,
                    GroupsSettings.memory(
                            node.cluster().getClusterSettings(), node.breaker()),
                    monitor)
                    .run(
                            part -> {
                                if (destination != null) {
                                    part.forEachPart(
                                            DestinationDocuments.MAX_MEMBERS,
                                            destination::writePart);
                                }
                                listing.add(part);
                            },
                            nowhere ? List.of() : peers(options, written),
                            found -> {
                                listing.add(found);
                                if (destination != null) {
                                    destination.count(found.written());
                                }
                            });
            ListedFields fields = parameters().fields().isEmpty()
                    ? ListedFields.NONE
                    : ListedFields.read(documents, listing.groups(), monitor);
            if (destination != null) {
                listing.pairs().forEach(destination::writePair);
                destination.complete(counts);
            }
            return new GroupsResponse(
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
                    shards.total(),
                    shards.failures(),
                    minSimilarity,
                    verify,
                    nowhere ? null : probabilityFound(scheme, options),
                    counts,
                    listing.groups(),
                    fields,
                    parameters().listsPairs() ? listing.pairs() : null,
                    written);
        } catch (RuntimeException e) {
            if (destination != null) {
                destination.abandon();
            }
            throw e;
        }
    }

    private double probabilityFound(Scheme scheme, GroupsOptions options) {
        return verify.probabilityFound(
                scheme.withBanding(scheme.banding().ofRows(options.rows())),
                options.minSimilarity());
    }

    private GroupsParameters parameters() {
        return request.parameters();
    }

    /** The nodes that may do pieces of the run: none if there is but one. */
    private List<NodePeer> peers(GroupsOptions options, RunIndex written) {
        Piece piece = new Piece(shards.handles(), options, parameters().limits(), written);
        DiscoveryNodes nodes = node.cluster().state().nodes();
        List<NodePeer> peers = shards.nodes()
                .stream()
                .filter(nodes::nodeExists)
                .map(peer -> new NodePeer(
                        node.transport(), node.client(), nodes.get(peer), task, piece))
                .toList();
        return peers.size() == 1 ? List.of() : peers;
    }

    /**
     * Returns what reads the fields that are asked for, and refuses what would be refused when the groups are known; what
     * else goes wrong now may not then. Where shards are missing already, a search may miss them too.
     */
    private DocumentFields documents() {
        DocumentFields documents = new DocumentFields(
                new RunSearches(
                        node.client(task), request, monitor,
                        shards.failures().isEmpty() == false),
                parameters().fields(),
                maxHits);
        if (parameters().fields().isEmpty()) {
            return documents;
        }
        try {
            documents.check(
                    QueryBuilders.boolQuery()
                            .filter(QueryBuilders.existsQuery(parameters().field()))
                            .filter(parameters().query()));
        } catch (RuntimeException e) {
            monitor.checkCancelled();
            if (WRONG_REQUEST.contains(ExceptionsHelper.status(e))) {
                throw e;
            }
        }
        return documents;
    }

    /**
     * Opens the destination, before any work is done for one that cannot be written, and tells it the task, so that a run
     * that goes on can be told from one whose node died.
     *
     * @return the destination, or null if none is asked for
     */
    private Destination openDestination(Double minSimilarity) {
        if (parameters().dest() == null) {
            return null;
        }
        requireAllShards();
        ParentTaskAssigningClient client = node.client(task);
        return Destination.open(
                client, parameters().dest(), indices,
                Map.of(
                        "request", parameters().toMap(minSimilarity, verify),
                        "task", client.getParentTask().toString()),
                monitor, written -> task.progress(status -> status.written(written)));
    }

    /** What replaces a whole run must be whole. */
    private void requireAllShards() {
        if (shards.failures().isEmpty() == false) {
            DefaultShardOperationFailedException first = shards.failures().getFirst();
            throw new ElasticsearchStatusException(
                    "[dest] gets groups of all shards or none: [{}] of [{}] could not be read, first"
                            + " shard [[{}][{}]]: {}",
                    RestStatus.SERVICE_UNAVAILABLE, first.getCause(), shards.failures().size(),
                    shards.total(), first.index(), first.shardId(), first.getCause().getMessage());
        }
        if (shards.shards().isEmpty()) {
            throw new ElasticsearchStatusException(
                    "no index has [field] [{}] whose groups [dest] could get",
                    RestStatus.NOT_FOUND, parameters().field());
        }
    }
}
