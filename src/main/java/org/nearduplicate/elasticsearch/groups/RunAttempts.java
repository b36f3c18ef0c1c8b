package org.nearduplicate.elasticsearch.groups;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.nearduplicate.elasticsearch.shards.OpenedShards;
import org.nearduplicate.elasticsearch.shards.ShardLostException;

/**
 * The attempts of a run. The views of its shards are of one time: if one is lost, the run begins anew with other copies
 * of all of them. Belongs to the thread of the run.
 */
final class RunAttempts {

    /** Nodes may be restarted one after the other, but something else is wrong if that goes on. */
    private static final int MOST = 10;

    private static final Logger LOGGER = LogManager.getLogger(RunAttempts.class);

    private final String run;
    private final Set<String> leftOut = new HashSet<>();
    private ShardLostException lost;

    /**
     * @param run what the log calls the run
     */
    RunAttempts(String run) {
        this.run = run;
    }

    /**
     * Tries until an attempt does not lose a shard.
     *
     * @param attempt may be called several times
     * @return what it returned
     * @throws ShardLostException if a shard has no other copy, or shards are lost again and again
     */
    <T> T run(Supplier<T> attempt) {
        for (int number = 1;; number++) {
            try {
                return attempt.get();
            } catch (ShardLostException e) {
                if (e == lost || number == MOST) {
                    throw e;
                }
                LOGGER.info("run [{}] begins anew: {}", run, e.getMessage());
                lost = e;
            }
        }
    }

    /**
     * Opens the shards of an attempt, and checks that none is left out that was not left out at first.
     *
     * @param opening opens them
     * @return the shards
     * @throws ShardLostException why the attempt began, if some or all cannot be opened
     * @throws RuntimeException what the first attempt could not open them for
     */
    OpenedShards open(Supplier<OpenedShards> opening) {
        OpenedShards shards;
        try {
            shards = opening.get();
        } catch (ElasticsearchStatusException e) {
            if (lost == null) {
                throw e;
            }
            lost.addSuppressed(e);
            throw lost;
        }
        Set<String> failed = shards.failures()
                .stream()
                .map(failure -> failure.index() + "[" + failure.shardId() + "]")
                .collect(Collectors.toSet());
        if (lost == null) {
            leftOut.addAll(failed);
        } else if (leftOut.containsAll(failed) == false) {
            shards.close();
            throw lost;
        }
        return shards;
    }
}
