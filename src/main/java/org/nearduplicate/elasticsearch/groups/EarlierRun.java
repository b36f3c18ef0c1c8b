package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.nearduplicate.groups.KeptComponents;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The last completed run of a destination, as a later one continues it.
 *
 * @param status what the status document tells of it; empty if there is none
 */
record EarlierRun(Map<String, Object> status) {

    /** So many runs may continue each other: whoever filters by them names them all. */
    private static final int MOST_RUNS = 1_000;

    /** Returns the runs whose groups are whole together; none if that is not told. */
    List<String> runs() {
        return status.get(DestinationMapping.COMPLETED_RUNS) instanceof List<?> runs
                && runs.stream().allMatch(String.class::isInstance)
                        ? runs.stream().map(String.class::cast).toList()
                        : List.of();
    }

    /** Returns how many groups there are. */
    long groups() {
        return count("counts.groups");
    }

    /** Returns how many documents are in them. */
    long documentsInGroups() {
        return count("counts.documents.in_groups");
    }

    private long count(String path) {
        return ((Number) XContentMapValues.extractValue(path, status)).longValue();
    }

    /**
     * Returns why a run cannot continue this one.
     *
     * @param request what is asked for
     * @return the reason, or null if there is none
     */
    String obstacle(Map<String, Object> request) {
        if (status.isEmpty()) {
            return "no run was completed before";
        }
        if (status.get(DestinationMapping.KEPT) instanceof Map<?, ?> == false) {
            return status.get(GroupsParser.INCREMENTAL) == null
                    ? "the last run was not incremental"
                    : "the last run could not be continued";
        }
        if (runs().size() >= MOST_RUNS) {
            return "[" + MOST_RUNS + "] runs in a row continued each other";
        }
        Map<?, ?> before = status.get(DestinationMapping.REQUEST) instanceof Map<?, ?> asked
                ? asked
                : Map.of();
        for (Map.Entry<String, Object> parameter : request.entrySet()) {
            Object was = before.get(parameter.getKey());
            if (Objects.equals(was, parameter.getValue()) == false) {
                return String.format(Locale.ROOT,
                        "[%s] is [%s], in the last run it was [%s]",
                        parameter.getKey(), parameter.getValue(), was);
            }
        }
        return null;
    }

    /**
     * Reads what it kept.
     *
     * @param calls ask the destination
     * @param settings those of the destination
     * @throws IllegalArgumentException if that, or the groups, were changed since
     */
    KeptComponents read(DestinationCalls calls, Settings settings, JobMonitor monitor) {
        calls.refresh();
        requireAsLeft(calls, settings);
        return KeptDocuments.read(
                kept(), new DestinationDocuments(calls.dest(), runs().getLast()), calls, monitor);
    }

    /**
     * Checks that the groups are those that the runs left, as searches see them.
     *
     * @throws IllegalArgumentException if they were changed since
     */
    void requireAsLeft(DestinationCalls calls, Settings settings) {
        if (runs().isEmpty()) {
            throw new IllegalArgumentException("it names no completed run");
        }
        GroupDocuments left;
        try {
            left = GroupDocuments.of(kept());
            groups();
            documentsInGroups();
        } catch (NullPointerException | ClassCastException e) {
            throw new IllegalArgumentException("some of it is missing", e);
        }
        GroupDocuments.read(calls, settings, runs()).requireAsLeft(left);
    }

    private Map<?, ?> kept() {
        return (Map<?, ?>) status.get(DestinationMapping.KEPT);
    }
}
