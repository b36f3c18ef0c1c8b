package org.nearduplicate.elasticsearch.groups;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.get.GetIndexAction;
import org.elasticsearch.action.admin.indices.get.GetIndexRequest;
import org.elasticsearch.action.admin.indices.get.GetIndexResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.MetadataCreateIndexService;
import org.elasticsearch.index.IndexNotFoundException;
import org.nearduplicate.elasticsearch.version.Requests;

/**
 * The indices of the runs that wrote to a destination, as they are at one moment. Immutable.
 *
 * @param dest the destination, an alias
 * @param aliases the aliases of each index
 */
record DestinationIndices(String dest, Map<String, Set<String>> aliases) {

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if the destination is anything but a new name, or an alias of the index of a run
     * @throws RuntimeException what the calls failed with
     */
    static DestinationIndices read(DestinationCalls calls) {
        String dest = calls.dest();
        MetadataCreateIndexService.validateIndexOrAliasName(
                dest, (name, reason) -> refusal(dest, "a name that " + reason));
        GetIndexResponse current = get(calls, dest, IndicesOptions.strictExpand());
        if (current != null) {
            requireRun(dest, current);
        }
        GetIndexResponse all = get(
                calls, RunIndex.prefix(dest) + "*",
                IndicesOptions.LENIENT_EXPAND_OPEN_CLOSED_HIDDEN);
        Map<String, Set<String>> aliases = new HashMap<>();
        for (String index : all.indices()) {
            if (new RunIndex(dest, index).isDescribedBy(mapping(all, index))) {
                aliases.put(index, aliases(all, index));
            }
        }
        return new DestinationIndices(dest, Map.copyOf(aliases));
    }

    private static GetIndexResponse get(
            DestinationCalls calls, String name, IndicesOptions options) {
        GetIndexRequest request = Requests.getIndex(DestinationCalls.MASTER_TIMEOUT)
                .indices(name)
                .indicesOptions(options)
                .features(GetIndexRequest.Feature.MAPPINGS, GetIndexRequest.Feature.ALIASES);
        try {
            return calls.call(GetIndexAction.INSTANCE, request);
        } catch (ElasticsearchStatusException e) {
            if (ExceptionsHelper.unwrap(e, IndexNotFoundException.class) != null) {
                return null;
            }
            throw e;
        }
    }

    private static void requireRun(String dest, GetIndexResponse current) {
        String[] indices = current.indices();
        if (current.dataStreams().isEmpty() == false) {
            throw refusal(dest, "a data stream, or an alias of one");
        }
        if (indices.length != 1) {
            throw refusal(dest, "an alias of [" + indices.length + "] indices");
        }
        Map<String, Object> mapping = mapping(current, indices[0]);
        if (indices[0].equals(dest)) {
            throw refusal(
                    dest,
                    RunIndex.isOfEarlierVersion(mapping)
                            ? "an index that an earlier version of the plugin wrote; delete it first"
                            : "an index");
        }
        if (indices[0].startsWith(RunIndex.prefix(dest)) == false
                || new RunIndex(dest, indices[0]).isDescribedBy(mapping) == false) {
            throw refusal(dest, "an alias of the index [" + indices[0] + "], which no run wrote");
        }
    }

    private static Map<String, Object> mapping(GetIndexResponse response, String index) {
        return response.mappings().containsKey(index)
                ? response.mappings().get(index).sourceAsMap()
                : Map.of();
    }

    private static Set<String> aliases(GetIndexResponse response, String index) {
        return response.aliases().getOrDefault(index, List.of()).stream()
                .map(AliasMetadata::alias)
                .collect(Collectors.toSet());
    }

    private static IllegalArgumentException refusal(String dest, String what) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT,
                        "[dest] must be a new name or the alias of an earlier run, got [%s], which is %s",
                        dest, what));
    }

    /**
     * Checks that none of them is read by the run.
     *
     * @throws IllegalArgumentException if one is
     */
    void requireNone(Collection<String> read) {
        if (read.stream().anyMatch(aliases::containsKey)) {
            throw new IllegalArgumentException(
                    "[dest] must not be an index whose groups are asked for, got [" + dest + "]");
        }
    }

    /** Returns the indices to which the destination leads, one at most. */
    List<String> current() {
        return where(index -> aliases.get(index).contains(dest));
    }

    /** Returns the indices of runs that have not completed. */
    List<String> unfinished() {
        return where(this::isUnfinished);
    }

    /** Returns the indices of runs that completed, and were replaced by others. */
    List<String> replaced() {
        return where(
                index -> isUnfinished(index) == false
                        && aliases.get(index).contains(dest) == false);
    }

    private List<String> where(Predicate<String> condition) {
        return aliases.keySet().stream().filter(condition).toList();
    }

    /** Returns whether an index is there, of a run that has not completed. */
    boolean isUnfinished(String index) {
        return aliases.getOrDefault(index, Set.of()).contains(RunIndex.writeAlias(index));
    }
}
