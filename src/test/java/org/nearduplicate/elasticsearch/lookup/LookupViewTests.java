package org.nearduplicate.elasticsearch.lookup;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.Alias;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.transport.TransportService;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.TransportLookupAction.FilteredAliasException;

/** What of a shard a lookup sees, and whether that is all. */
public class LookupViewTests extends NearDuplicateSingleNodeTestCase {

    /** What a view becomes. */
    private static volatile CheckedFunction<DirectoryReader, DirectoryReader, IOException> view =
            in -> in;

    /** Puts something around the views of shards, as security does for who may not see all. */
    public static final class ViewsPlugin extends Plugin {

        @Override
        public void onIndexModule(IndexModule module) {
            module.setReaderWrapper(service -> reader -> view.apply(reader));
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        List<Class<? extends Plugin>> plugins = new ArrayList<>(super.getPlugins());
        plugins.add(ViewsPlugin.class);
        return plugins;
    }

    @Before
    public void createIndex() {
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX).setMapping(MAPPING)
                        .addAlias(
                                new Alias("even").filter(QueryBuilders.termQuery("group", "even")))
                        .addAlias(new Alias("plain")));
        indexArticles(INDEX);
    }

    @After
    public void showAll() {
        view = in -> in;
    }

    /** Documents of one request would be compared without the filter. */
    public void testAliases() {
        assertThat(found("plain"), equalTo(Set.of(ORIGINAL, COPY, NEAR)));
        assertThat("it has all", found("even,plain"), equalTo(Set.of(ORIGINAL, COPY, NEAR)));
        assertThat(found("even," + INDEX), equalTo(Set.of(ORIGINAL, COPY, NEAR)));
        assertThat(
                expectThrows(FilteredAliasException.class, () -> found("even")).getMessage(),
                equalTo(
                        "[index] must not be an alias with a filter, as documents of one request are compared without"
                                + " it, got [even] of [" + INDEX
                                + "]: name an index, or an alias that has no filter"));
    }

    private Set<String> found(String where) {
        return lookUp(where).actionGet().texts().get(0).found().stream()
                .map(match -> match.document().id())
                .collect(Collectors.toSet());
    }

    public void testACancelledLookupEnds() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        view = in -> {
            entered.countDown();
            Waits.await(leave);
            return in;
        };
        // Nothing is found, so that it is the search which is cancelled.
        PlainActionFuture<LookupResponse> answer = lookUp(INDEX, Texts.random());
        try {
            Waits.await(entered);
            PlainActionFuture<Void> cancelled = new PlainActionFuture<>();
            tasks().cancelTaskAndDescendants(task(), "by test", false, cancelled);
            cancelled.actionGet();
        } finally {
            leave.countDown();
        }
        Exception failure = expectThrows(Exception.class, answer::actionGet);
        assertThat(
                failure.toString(),
                ExceptionsHelper.unwrap(failure, TaskCancelledException.class), notNullValue());
        Waits.awaitThat(
                () -> assertThat(
                        tasks().getTasks().values().stream()
                                .filter(task -> task.getAction()
                                        .startsWith(TransportLookupAction.NAME))
                                .toList(),
                        equalTo(List.of())));
        Waits.untilNothingIsCharged(getInstanceFromNode(CircuitBreakerService.class));
    }

    private TaskManager tasks() {
        return getInstanceFromNode(TransportService.class).getTaskManager();
    }

    private CancellableTask task() {
        return tasks().getCancellableTasks().values().stream()
                .filter(task -> task.getAction().equals(TransportLookupAction.NAME))
                .findFirst()
                .orElseThrow();
    }

    private PlainActionFuture<LookupResponse> lookUp(String where) {
        return lookUp(where, text(ORIGINAL));
    }

    private PlainActionFuture<LookupResponse> lookUp(String where, String text) {
        PlainActionFuture<LookupResponse> answer = new PlainActionFuture<>();
        getInstanceFromNode(NodeClient.class).execute(
                TransportLookupAction.TYPE,
                Lookups.request(
                        where, FIELD, null, new LookupText(List.of(text), null, null, 1, 10, null)),
                ActionListener.wrap(answer::onResponse, answer::onFailure));
        return answer;
    }
}
