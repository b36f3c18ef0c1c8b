package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.MockSearchService;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportMessageListener;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.version.Projects;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;

/** Messages between a job and the shards of its node: sessions are opened, asked and closed. */
public class ShardActionsTests extends SessionNodeTestCase {

    private static final int SHARDS = 3;
    private static final ScanOptions OPTIONS = new ScanOptions(2, 6, 1_000, 1_000, Long.MAX_VALUE);

    /** One thread searches and one more search may wait, so that it is easy to have too many. */
    @Override
    protected Settings nodeSettings() {
        return Settings.builder()
                .put("thread_pool.search.size", 1)
                .put("thread_pool.search.queue_size", SHARDS)
                .build();
    }

    @Before
    public void createAndFill() {
        create(INDEX, SHARDS, MAPPING);
        for (int i = 0; i < 8; i++) {
            indexUnseen(INDEX, "" + i, "body", Texts.random());
        }
        refresh(INDEX);
    }

    @After
    public void searchAsUsual() {
        ((MockSearchService) getInstanceFromNode(SearchService.class))
                .setOnCreateSearchContext(context -> {
                });
    }

    public void testOpenedAskedAndClosed() throws Exception {
        OpenedShards opened = open(OpenedSessions.task());
        assertThat(opened.failures(), equalTo(List.of()));
        assertThat(sessions().size(), equalTo(SHARDS));
        long documents = 0;
        for (Shard shard : opened.shards()) {
            assertThat(shard.scan(ScanPosition.START, OPTIONS).get().bytes().length, equalTo(0));
            int count = (int) shard.documents().documents();
            documents += count;
            int[] all = new int[count];
            for (int i = 0; i < count; i++) {
                all[i] = i;
            }
            assertThat(shard.names(all).get().size(), equalTo(count));
        }
        assertThat(documents, equalTo(8L));
        opened.close();
        Waits.awaitThat(() -> assertThat(sessions().size(), equalTo(0)));
        assertClosed(opened.shards().getFirst());
    }

    /** Of two texts twice each, one text is selected: only its terms have two documents. */
    public void testSomeDocuments() throws Exception {
        create("twice", 1, MAPPING);
        for (int i = 0; i < 4; i++) {
            indexUnseen("twice", "" + i, "body", "the same words of text " + i % 2);
        }
        refresh("twice");
        try (OpenedShards opened = open("twice", OpenedSessions.task())) {
            Shard all = opened.shards().getFirst();
            long before = requestBreaker().getUsed();
            Shard some = all.only(new int[] {1, 3}).get();
            assertThat("a bit a document", requestBreaker().getUsed(), equalTo(before + 8));
            assertThat(sessions().size(), equalTo(2));
            assertThat(some.documents(), equalTo(new ShardDocuments(2, 0, 0)));
            assertThat(some.maxDoc(), equalTo(all.maxDoc()));
            assertThat(documentsInBuckets(opened, all), equalTo(4L));
            assertThat(documentsInBuckets(opened, some), equalTo(2L));
            assertThat(some.names(new int[] {3}).get().getFirst().id(), equalTo("3"));
            assertRefused(some.names(new int[] {2}), "documents that take part");
            some.close();
            Waits.awaitThat(() -> assertThat(sessions().size(), equalTo(1)));
            Waits.awaitThat(() -> assertThat(requestBreaker().getUsed(), equalTo(before)));
            assertClosed(some);
            assertThat(documentsInBuckets(opened, all), equalTo(4L));
        }
    }

    public void testOthersAreNotSelected() throws Exception {
        try (OpenedShards opened = open(OpenedSessions.task())) {
            long before = requestBreaker().getUsed();
            Shard all = opened.shards().getFirst();
            for (int[] others : List.of(new int[] {1 << 20}, new int[] {0, 0}, new int[] {-1})) {
                assertRefused(all.only(others), "documents that take part");
            }
            assertThat(sessions().size(), equalTo(SHARDS));
            assertThat(requestBreaker().getUsed(), equalTo(before));
        }
    }

    /** Nobody may be left who would close them. */
    public void testSomeDocumentsAreClosedWithTheOthers() throws Exception {
        OpenedShards opened = open(OpenedSessions.task());
        Shard all = opened.shards().getFirst();
        Shard some = all.only(new int[0]).get();
        opened.close();
        Waits.awaitThat(() -> assertThat(sessions().size(), equalTo(0)));
        assertClosed(some);
        assertRefused(all.only(new int[0]), "the view of the shard is closed");
    }

    /** Returns how many documents of a shard share a term with another. */
    private static long documentsInBuckets(OpenedShards opened, Shard shard) {
        GroupsOptions options = new GroupsOptions(
                0.8, 6, Verify.SIGNATURE, Method.STAR, Keep.LONGEST, 2, 1_000, false,
                PeerFormat.NONE, 0);
        return new GroupsJob(
                List.of(shard), opened.field().scheme(), options, Long.MAX_VALUE,
                GroupsProgress.NONE)
                .run(groups -> {}, List.of(), null)
                .get(GroupsCounts.Count.DOCUMENTS_IN_BUCKETS);
    }

    /** A shard that nobody searches is refreshed when somebody does. */
    public void testIdleShardIsRefreshed() throws Exception {
        create("idle", 1, MAPPING);
        ensureGreen(Waits.LIMIT, "idle");
        client().admin().indices().prepareUpdateSettings("idle")
                .setSettings(Settings.builder().put("index.search.idle.after", "0ms")).get();
        indexUnseen("idle", "1", "body", Texts.random());
        IndexShard shard = getInstanceFromNode(IndicesService.class)
                .indexServiceSafe(resolveIndex("idle"))
                .getShard(0);
        assertFalse("put off", Waits.<Boolean>answer(shard::scheduledRefresh));
        try (OpenedShards opened = open("idle", OpenedSessions.task())) {
            assertThat(
                    opened.shards().getFirst().documents().documents(), equalTo(1L));
        }
    }

    public void testIndexIsDeleted() throws Exception {
        OpenedShards opened = open(OpenedSessions.task());
        indicesAdmin().prepareDelete(INDEX).get();
        assertThat(sessions().size(), equalTo(0));
        assertClosed(opened.shards().getFirst());
        opened.close();
    }

    /** Between opening its view and remembering the session, as rare as that is. */
    public void testIndexIsDeletedWhileASessionOpens() {
        MockSearchService searchService =
                (MockSearchService) getInstanceFromNode(SearchService.class);
        AtomicBoolean deleted = new AtomicBoolean();
        searchService.setOnCreateSearchContext(context -> {
            searchService.setOnCreateSearchContext(again -> {
            });
            indicesAdmin().prepareDelete(INDEX).get();
            deleted.set(true);
        });
        try {
            open(OpenedSessions.task()).close();
            assumeTrue("the framework of 8.19 does not tell of such a view", deleted.get());
            fail("opened");
        } catch (ElasticsearchStatusException refusal) {
            assertTrue(deleted.get());
        }
        assertThat(sessions().size(), equalTo(0));
    }

    /**
     * It left while the session was being opened: nobody would ever close that. Or it has just joined, and
     * asks again.
     */
    public void testNodeOfTheJobIsUnknown() {
        Call.Message<ShardTarget, ShardView> message = SessionCalls.OPEN.message(
                new ShardTarget(
                        new OriginalIndices(new SearchRequest(INDEX)),
                        new ShardId(resolveIndex(INDEX), 0),
                        AliasFilter.EMPTY,
                        0),
                OpenedSessions.matching(new MatchAllQueryBuilder()));
        message.setParentTask(OpenedSessions.JOB_NODE, 1);
        PlainActionFuture<Call.Answer<ShardHandle>> answer = new PlainActionFuture<>();
        transport().sendRequest(
                transport().getLocalNode(),
                SessionCalls.OPEN.action(),
                message,
                new ActionListenerResponseHandler<>(
                        answer, SessionCalls.OPEN::readAnswer,
                        EsExecutors.DIRECT_EXECUTOR_SERVICE));
        Exception refusal = (Exception) expectThrows(
                ExecutionException.class,
                () -> answer.get(Waits.LIMIT.seconds(), TimeUnit.SECONDS)).getCause();
        assertThat(refusal.getCause().getMessage(), containsString(OpenedSessions.JOB_NODE));
        assertTrue(refusal.toString(), JobMessages.isRejected(refusal));
        assertThat(sessions().size(), equalTo(0));
    }

    /** A job that ends must be able to close its sessions, however much others search. */
    public void testClosedWhileTooManySearch() throws Exception {
        OpenedShards opened = open(OpenedSessions.task());
        CountDownLatch searching = new CountDownLatch(1);
        try {
            fillSearchThreads(searching);
            CompletableFuture<?> answer =
                    opened.shards().getFirst().scan(ScanPosition.START, OPTIONS);
            opened.close();
            Waits.awaitThat(() -> assertThat(sessions().size(), equalTo(0)));
            ExecutionException refusal = expectThrows(ExecutionException.class, answer::get);
            assertThat(
                    ((ElasticsearchStatusException) refusal.getCause()).status(),
                    equalTo(RestStatus.TOO_MANY_REQUESTS));
        } finally {
            searching.countDown();
        }
    }

    /** The others go on when three messages were rejected. */
    public void testTooManySearchForAWhile() throws Exception {
        CountDownLatch searching = new CountDownLatch(3);
        transport().addMessageListener(new TransportMessageListener() {
            @Override
            public void onResponseSent(long requestId, String action, Exception failure) {
                if (JobMessages.isRejected(failure)) {
                    searching.countDown();
                }
            }
        });
        boolean whenOpening = randomBoolean();
        if (whenOpening) {
            fillSearchThreads(searching);
        }
        try (OpenedShards opened = open(OpenedSessions.task())) {
            assertThat(opened.failures(), equalTo(List.of()));
            if (whenOpening == false) {
                fillSearchThreads(searching);
            }
            int documents = 0;
            for (Shard shard : opened.shards()) {
                int[] all = new int[(int) shard.documents().documents()];
                Arrays.setAll(all, doc -> doc);
                documents += shard.names(all).get().size();
            }
            assertThat(documents, equalTo(8));
            assertThat("rejected", searching.getCount(), equalTo(0L));
        }
    }

    public void testCancelled() throws Exception {
        CancellableTask job = (CancellableTask) transport().getTaskManager()
                .register("test", "job", new SearchRequest());
        try {
            OpenedShards opened = open(job);
            Waits.<Void>answer(
                    done -> transport().getTaskManager()
                            .cancelTaskAndDescendants(job, "by test", false, done));
            ExecutionException refusal = expectThrows(
                    ExecutionException.class,
                    () -> opened.shards().getFirst().scan(ScanPosition.START, OPTIONS).get());
            assertThat(refusal.getCause(), instanceOf(TaskCancelledException.class));
            opened.close();
            Waits.awaitThat(() -> assertThat(sessions().size(), equalTo(0)));
        } finally {
            transport().getTaskManager().unregister(job);
        }
    }

    /** The only thread is busy, and the queue is full. */
    private void fillSearchThreads(CountDownLatch until) {
        Executor threads = transport().getThreadPool().executor(ThreadPool.Names.SEARCH);
        CountDownLatch busy = new CountDownLatch(1);
        threads.execute(() -> {
            busy.countDown();
            Waits.await(until);
        });
        Waits.await(busy);
        for (int i = 0; i < SHARDS; i++) {
            threads.execute(() -> {
            });
        }
    }

    private static void assertClosed(Shard shard) {
        Throwable refusal = assertRefused(
                shard.scan(ScanPosition.START, OPTIONS), "the view of the shard is closed");
        assertThat(
                ((ElasticsearchStatusException) refusal).status(),
                equalTo(RestStatus.SERVICE_UNAVAILABLE));
    }

    private static Throwable assertRefused(CompletableFuture<?> answer, String why) {
        Throwable refusal = expectThrows(ExecutionException.class, answer::get).getCause();
        assertThat(refusal.getMessage(), containsString(why));
        return refusal;
    }

    private OpenedShards open(CancellableTask job) {
        return open(INDEX, job);
    }

    private OpenedShards open(String index, CancellableTask job) {
        return OpenedShards.open(
                getInstanceFromNode(NodeServices.class),
                new SearchRequest(index),
                new String[] {index},
                Projects.of(getInstanceFromNode(ClusterService.class).state()),
                OpenedSessions.matching(new MatchAllQueryBuilder()),
                0,
                job,
                JobMonitor.NONE);
    }
}
