package org.nearduplicate.elasticsearch.groups;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.elasticsearch.shards.OpenedShards;
import org.nearduplicate.groups.GroupsCounts;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.Increment;
import org.nearduplicate.groups.KeptComponents;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/**
 * What a run does beside if it is incremental: it continues the last completed run of its destination if it can, and keeps
 * what the next one needs. Belongs to the thread of the run.
 */
final class IncrementalRun {

    /** Raised when the same documents and options give other groups, or what is kept has another layout. */
    private static final int VERSION = 2;

    private final GroupsJob job;
    private final GroupsDestination destination;
    private final Increment increment;
    private final String reason;

    private IncrementalRun(
            GroupsJob job, GroupsDestination destination, Increment increment, String reason) {
        this.job = job;
        this.destination = destination;
        this.increment = increment;
        this.reason = reason;
    }

    /** Adds to a request what decides about groups beside what a user asks for. */
    static void identify(Map<String, Object> request, QueryBuilder rewritten, Scheme scheme) {
        request.put("groups_version", VERSION);
        request.put("scheme", scheme.toString());
        // What other documents gave the query, such as the terms of a lookup, may be long.
        request.put(
                "query_sha256",
                MessageDigests.toHexString(
                        MessageDigests.sha256().digest(
                                Strings.toString(rewritten).getBytes(StandardCharsets.UTF_8))));
    }

    /**
     * Returns why a run can neither continue another one nor be continued.
     *
     * @param shards its shards
     * @param pairs whether pairs are written
     * @return the reason, or null if there is none
     */
    static String obstacle(OpenedShards shards, boolean pairs) {
        return pairs ? "[pairs] are the most similar of all" : shards.obstacle().orElse(null);
    }

    /**
     * Finds what was changed since the last run.
     *
     * @param job is told to group only that, if it can be told
     * @param request what is asked for, {@linkplain #identify identified}
     * @param obstacle as {@link #obstacle} has it
     * @param monitor may stop the run
     */
    static IncrementalRun begin(
            GroupsJob job, GroupsDestination destination, Map<String, Object> request,
            String obstacle, JobMonitor monitor) {
        if (obstacle != null) {
            return new IncrementalRun(job, destination, null, obstacle);
        }
        job.keepComponents();
        String reason = destination.earlier().obstacle(request);
        if (reason != null) {
            return new IncrementalRun(job, destination, null, reason);
        }
        KeptComponents kept;
        try {
            kept = destination.readKept(monitor);
        } catch (IllegalArgumentException e) {
            return new IncrementalRun(job, destination, null, changed(e));
        }
        Increment increment = null;
        try {
            increment = job.continueFrom(kept);
            reason = increment.obstacle();
        } catch (IllegalArgumentException e) {
            reason = changed(e);
        }
        if (reason == null) {
            return new IncrementalRun(job, destination, increment, null);
        }
        monitor.reserve(-kept.bytes().length);
        return new IncrementalRun(job, destination, null, reason);
    }

    private static String changed(IllegalArgumentException e) {
        return "what the last run left was changed: " + e.getMessage();
    }

    /**
     * Marks what the run replaces, and keeps what the next one needs.
     *
     * @param found what the run counted
     * @return what the status is to tell
     */
    Completion complete(GroupsCounts found) {
        Map<String, Object> kept = keep();
        String run = destination.written().run();
        if (reason != null) {
            return new Completion(found, List.of(run), kept, IncrementSummary.full(reason));
        }
        ReplacedGroups replaced = destination.replaced();
        increment.forEachReplaced(replaced::add);
        ReplacedGroups.Counts gone = replaced.count();
        EarlierRun earlier = destination.earlier();
        List<String> runs = new ArrayList<>(earlier.runs());
        runs.add(run);
        return new Completion(
                found.withGroups(
                        earlier.groups() - gone.groups() + found.groups(),
                        earlier.documentsInGroups() - gone.documents()
                                + found.documentsInGroups()),
                runs, kept,
                new IncrementSummary(
                        null, increment.changed(), increment.gone(), gone.groups()));
    }

    /** Writes what the next run needs, and returns what is to be told of it; null if nothing helps. */
    private Map<String, Object> keep() {
        return destination.written().isContinued()
                ? job.kept().map(destination::writeKept).orElse(null)
                : null;
    }
}
