package org.nearduplicate.elasticsearch.tuning;

import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.shards.BreakerAccount;
import org.nearduplicate.tuning.ParameterGrid;
import org.nearduplicate.tuning.Tuning;
import org.nearduplicate.tuning.TuningJob;

/** One run: reads the sample, measures the settings and answers. Belongs to the thread that runs it. */
final class TuneRun {

    private final TuneRequest request;
    private final ProgressTask<TuneStatus> task;
    private final CircuitBreaker breaker;
    private final Client client;
    private final long startNanos = System.nanoTime();

    /**
     * @param client makes what it is asked for a child of the task
     */
    TuneRun(TuneRequest request, ProgressTask<TuneStatus> task, CircuitBreaker breaker,
            Client client) {
        this.request = request;
        this.task = task;
        this.breaker = breaker;
        this.client = client;
    }

    /**
     * Runs.
     *
     * @param analyzers the analyzers that the request may name
     * @param maxHits how many hits a search may give
     */
    TuneResponse run(TuneAnalyzers analyzers, int maxHits) {
        TuneParameters parameters = request.parameters();
        ParameterGrid grid = parameters.grid();
        var analyzersByName = analyzers.byName(grid.analyzers());
        try (BreakerAccount account = new BreakerAccount(breaker, "near_duplicate tune")) {
            TuneMonitor monitor = new TuneMonitor(task, account);
            Sample sample = new Sampler(
                    new TuneSearches(client, request, monitor), parameters, maxHits, monitor)
                    .sample();
            Tuning tuning = new TuningJob(
                    sample.texts(), grid, analyzersByName, parameters.objective(), monitor)
                    .run();
            return new TuneResponse(
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
                    sample.description(),
                    sample.withoutText(),
                    parameters.objective(),
                    grid.leftOut(),
                    tuning);
        }
    }
}
