package org.nearduplicate.elasticsearch.version;

import java.util.Collection;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;

/** A plugin that registers REST handlers. */
public abstract class RestHandlersPlugin extends ActionHandlersPlugin {

    /** Returns the handlers. */
    protected abstract Collection<RestHandler> restHandlers();

    @Override
    public final Collection<RestHandler> getRestHandlers(
            Settings settings,
            NamedWriteableRegistry namedWriteables,
            RestController controller,
            ClusterSettings clusterSettings,
            IndexScopedSettings indexSettings,
            SettingsFilter settingsFilter,
            IndexNameExpressionResolver resolver,
            Supplier<DiscoveryNodes> nodes,
            Predicate<NodeFeature> clusterSupports) {
        return restHandlers();
    }
}
