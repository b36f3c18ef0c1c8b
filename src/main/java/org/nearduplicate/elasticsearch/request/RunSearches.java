package org.nearduplicate.elasticsearch.request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.job.JobMonitor;

/**
 * The searches of a run: in what the user named, with the user's rights, as children of the task. The thread
 * of the run waits for them; their warnings do not reach it.
 *
 * @param request says where is searched
 * @param allowsPartialResults whether shards may be missing
 */
public record RunSearches(
        Client client, LocalRequest<?> request, JobMonitor monitor,
        boolean allowsPartialResults) {

    /**
     * Runs a search.
     *
     * @throws RuntimeException what the search failed with, or what the monitor stops the run with
     */
    public <T> T run(
            SearchSourceBuilder source, CheckedFunction<SearchResponse, T, Exception> read) {
        return await(listener -> client.search(search(source), listener.map(read)));
    }

    /**
     * Runs several searches at a time.
     *
     * @return what was read of each, in their order
     * @throws RuntimeException what one of them failed with, or what the monitor stops the run with
     */
    public <T> List<T> runAll(
            List<SearchSourceBuilder> sources, CheckedFunction<SearchResponse, T, Exception> read) {
        MultiSearchRequest searches = new MultiSearchRequest();
        sources.forEach(source -> searches.add(search(source)));
        return await(
                listener -> client.multiSearch(
                        searches, listener.map(response -> readAll(response, read))));
    }

    /** Returns what the caller may know of some fields, also where they are not mapped. */
    public FieldCapabilitiesResponse fields(String... fields) {
        FieldCapabilitiesRequest capabilities = new FieldCapabilitiesRequest()
                .indices(request.indices())
                .indicesOptions(request.indicesOptions())
                .fields(fields)
                .includeUnmapped(true);
        FieldCapabilitiesResponse response =
                await(listener -> client.fieldCaps(capabilities, listener));
        response.getFailures().forEach(failure -> {
            throw new IllegalStateException(
                    "no fields of " + Arrays.toString(failure.getIndices()),
                    failure.getException());
        });
        return response;
    }

    /**
     * Returns how many hits each of some indices gives, which users may set: a search for internal use requests no more.
     *
     * @param indices the indices; null for one that is gone
     */
    public static int maxHits(Stream<IndexMetadata> indices) {
        return indices.filter(Objects::nonNull)
                .map(IndexMetadata::getSettings)
                .mapToInt(IndexSettings.MAX_RESULT_WINDOW_SETTING::get)
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private SearchRequest search(SearchSourceBuilder source) {
        return request.search()
                .source(source.fetchSource(false))
                .allowPartialSearchResults(allowsPartialResults);
    }

    private static <T> List<T> readAll(
            MultiSearchResponse response, CheckedFunction<SearchResponse, T, Exception> read)
            throws Exception {
        List<T> results = new ArrayList<>();
        for (MultiSearchResponse.Item item : response) {
            if (item.isFailure()) {
                throw item.getFailure();
            }
            results.add(read.apply(item.getResponse()));
        }
        return results;
    }

    /** A search of a cancelled run may fail in any way: then the cancellation is reported, with its reason. */
    private <T> T await(Consumer<ActionListener<T>> call) {
        try {
            return await(call, monitor);
        } catch (RuntimeException e) {
            monitor.checkCancelled();
            throw e;
        }
    }

    /**
     * Has the thread of a run wait for a call.
     *
     * @throws RuntimeException what the call failed with, or what the monitor stops the run with
     */
    public static <T> T await(Consumer<ActionListener<T>> call, JobMonitor monitor) {
        // Not a PlainActionFuture: that may not be completed by a thread of the waiting thread's pool.
        CompletableFuture<T> answer = new CompletableFuture<>();
        call.accept(
                ActionListener.wrap(
                        answer::complete,
                        failure -> answer.completeExceptionally(reason(failure))));
        return Await.answer(answer, monitor);
    }

    /**
     * Returns the failure that is reported to the user. What is wrong with a request is wrong for every shard, and the first
     * of them reports it; that all of them failed says nothing.
     *
     * @return what the shards refused, if they did; else the failure
     */
    public static Exception reason(Exception failure) {
        return failure instanceof SearchPhaseExecutionException search
                && search.status() == RestStatus.BAD_REQUEST
                && search.shardFailures().length > 0
                && ExceptionsHelper.unwrapCause(
                        search.shardFailures()[0].getCause()) instanceof Exception refusal
                                ? refusal
                                : failure;
    }
}
