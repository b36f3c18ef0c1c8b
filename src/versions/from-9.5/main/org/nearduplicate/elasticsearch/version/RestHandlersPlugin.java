package org.nearduplicate.elasticsearch.version;

import java.util.Collection;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.rest.RestHandler;

/** A plugin that registers REST handlers. */
public abstract class RestHandlersPlugin extends ActionHandlersPlugin {

    /** Returns the handlers. */
    protected abstract Collection<RestHandler> restHandlers();

    @Override
    public final Collection<RestHandler> getRestHandlers(
            RestHandlersServices services,
            Supplier<DiscoveryNodes> nodes,
            Predicate<NodeFeature> clusterSupports) {
        return restHandlers();
    }
}
