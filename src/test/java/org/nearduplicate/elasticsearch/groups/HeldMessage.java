package org.nearduplicate.elasticsearch.groups;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TestTransportChannel;
import org.elasticsearch.transport.TransportChannel;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportRequestHandler;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.Waits;

/**
 * The first of some messages to a node, which is held up on its way there, or its answer on the way back. No thread waits
 * meanwhile: a node of a test may have but one of a kind.
 */
final class HeldMessage implements Releasable {

    private final AtomicBoolean isTaken = new AtomicBoolean();
    private final AtomicBoolean isLetGo = new AtomicBoolean();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile Runnable rest;

    private HeldMessage() {}

    /** Holds a message before anything is done for it. */
    static HeldMessage question(
            MockTransportService node, String action, Predicate<TransportRequest> wanted) {
        return of(node, action, wanted, false);
    }

    /** Holds the answer to a message; all that was asked for is done. */
    static HeldMessage answer(
            MockTransportService node, String action, Predicate<TransportRequest> wanted) {
        return of(node, action, wanted, true);
    }

    private static HeldMessage of(
            MockTransportService node, String action, Predicate<TransportRequest> wanted,
            boolean isAnswer) {
        HeldMessage message = new HeldMessage();
        node.<TransportRequest>addRequestHandlingBehavior(
                action,
                (handler, request, channel, task) -> {
                    if (wanted.test(request) == false || message.isTaken.getAndSet(true)) {
                        handler.messageReceived(request, channel, task);
                    } else if (isAnswer) {
                        message.holdAnswer(handler, request, channel, task);
                    } else {
                        message.hold(
                                () -> handle(
                                        handler, request, task, message.back(channel)));
                    }
                });
        return message;
    }

    private void holdAnswer(
            TransportRequestHandler<TransportRequest> handler, TransportRequest request,
            TransportChannel channel, Task task) {
        ActionListener<TransportResponse> back = back(channel);
        handle(
                handler, request, task,
                ActionListener.wrap(
                        answer -> hold(() -> back.onResponse(answer)),
                        failure -> hold(() -> back.onFailure(failure))));
    }

    private static void handle(
            TransportRequestHandler<TransportRequest> handler, TransportRequest request,
            Task task, ActionListener<TransportResponse> listener) {
        ActionListener.run(
                listener,
                back -> handler.messageReceived(request, new TestTransportChannel(back), task));
    }

    private ActionListener<TransportResponse> back(TransportChannel channel) {
        return ActionListener.runAfter(
                new ChannelActionListener<>(channel), answered::countDown);
    }

    private void hold(Runnable rest) {
        this.rest = rest;
        held.countDown();
    }

    /** Waits until the message is held. */
    void await() {
        Waits.await(held);
    }

    /** Lets it go, and waits until it is answered. */
    void letGo() {
        close();
        Waits.await(answered);
    }

    /** Lets it go, if it is held. */
    @Override
    public void close() {
        if (held.getCount() == 0 && isLetGo.getAndSet(true) == false) {
            rest.run();
        }
    }
}
