package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.test.transport.MockTransport;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.shards.ShardHandle.ShardDescription;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Nodes that answer messages to shards as a test wants, and record these messages. */
final class ScriptedShards extends MockTransport {

    private static final Scheme SCHEME =
            new Scheme(
                    Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.WORD, 3,
                    HashFunction.XXH3, 0, SketchAlgorithm.FAST_SIMILARITY,
                    192, 2,
                    new Banding(12, 6));

    static final ShardDescription DESCRIPTION =
            new ShardDescription(
                    8, new ShardDocuments(7, 2, 0), new FieldDescription(SCHEME, 0.8, 0.99, null),
                    0,
                    null, "");

    private final Map<Integer, Queue<Exception>> failures = new HashMap<>();
    private final Map<Integer, Runnable> waiting = new HashMap<>();
    private final Map<String, List<String>> asked = new HashMap<>();
    private final List<Integer> silent = new ArrayList<>();
    private final List<Integer> leftOut = new ArrayList<>();
    private final Queue<Exception> failuresOfOthers = new ArrayDeque<>();
    private int dying = -1;
    private final List<Call.Message<?, ?>> messages = new ArrayList<>();

    /** The next copies of a shard that are opened fail. */
    void failToOpen(int shard, Exception... next) {
        failures.put(shard, new ArrayDeque<>(List.of(next)));
    }

    /** Nothing is sent to open a shard, and that ends with an error. */
    void dieAt(int shard) {
        dying = shard;
    }

    /** A shard does not answer until {@link #openNow}. */
    void openLater(int shard) {
        silent.add(shard);
    }

    /** A shard says that it lacks the field. */
    void leaveOut(int shard) {
        leftOut.add(shard);
    }

    void openNow(int shard) {
        waiting.remove(shard).run();
    }

    /** The next messages but those that open shards fail. */
    void failWhenAsked(Exception... next) {
        failuresOfOthers.addAll(List.of(next));
    }

    /** Returns all messages that were sent. */
    List<Call.Message<?, ?>> messages() {
        return messages;
    }

    /** Returns the nodes or sessions that were sent messages of an action. */
    List<String> asked(String action) {
        return asked.getOrDefault(action, List.of());
    }

    @Override
    protected void onSendRequest(
            long requestId, String action, TransportRequest request, DiscoveryNode node) {
        List<String> of = asked.computeIfAbsent(action, name -> new ArrayList<>());
        Call.Message<?, ?> message = (Call.Message<?, ?>) request;
        messages.add(message);
        if (message.subject() instanceof ShardTarget target) {
            of.add(node.getId());
            if (target.shardId().id() == dying) {
                throw new OutOfMemoryError("by test");
            }
            open(requestId, target, node);
        } else if (message.subject() instanceof SessionCalls.Session session) {
            of.add(session.id());
            if (failuresOfOthers.isEmpty()) {
                handleResponse(requestId, answer(message));
            } else {
                handleRemoteError(requestId, failuresOfOthers.remove());
            }
        }
    }

    /** A question about documents is answered by a byte for each of them. */
    private static TransportResponse answer(Call.Message<?, ?> message) {
        return message.question() instanceof int[] documents
                ? SessionCalls.SIGNATURES.answer(new byte[documents.length])
                : ActionResponse.Empty.INSTANCE;
    }

    private void open(long requestId, ShardTarget target, DiscoveryNode node) {
        int shard = target.shardId().id();
        Queue<Exception> failing = failures.getOrDefault(shard, new ArrayDeque<>());
        if (failing.isEmpty() == false) {
            handleRemoteError(requestId, failing.remove());
        } else if (silent.contains(shard)) {
            waiting.put(shard, () -> handleResponse(requestId, opened(target, node)));
        } else {
            handleResponse(requestId, opened(target, node));
        }
    }

    private Call.Answer<ShardHandle> opened(ShardTarget target, DiscoveryNode node) {
        int shard = target.shardId().id();
        return SessionCalls.OPEN.answer(
                leftOut.contains(shard)
                        ? null
                        : new ShardHandle(
                                new SessionCalls.Session(target.indices(), "session " + shard),
                                target.shardId(), node.getId(), DESCRIPTION));
    }
}
