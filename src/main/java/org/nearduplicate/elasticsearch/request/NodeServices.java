package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.elasticsearch.version.ProjectFinder;

/** What actions use of their node. */
public record NodeServices(
        TransportService transport,
        ActionFilters filters,
        ClusterService cluster,
        SearchService searches,
        IndicesService indices,
        ProjectFinder projects,
        IndexNameExpressionResolver resolver,
        Client client) {

    /** Created by Elasticsearch. */
    @Inject
    public NodeServices {}

    /** Returns the threads of the node. */
    public ThreadPool threadPool() {
        return transport.getThreadPool();
    }

    /** Returns the breaker of requests. */
    public CircuitBreaker breaker() {
        return indices.getCircuitBreakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    /** Returns a client whose calls are children of a task. */
    public ParentTaskAssigningClient client(Task task) {
        return new ParentTaskAssigningClient(client, cluster.localNode(), task);
    }

    /** Returns the indices that the names in a request stand for. */
    public String[] names(Project project, IndicesRequest request) {
        return resolver.concreteIndexNames(project.cluster(), request);
    }
}
