package org.nearduplicate.elasticsearch.version;

import java.util.Set;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.metadata.ProjectMetadata;

/** What the names in a request stand for. */
final class Expressions {

    private Expressions() {}

    /** Returns the indices, aliases and data streams, of which aliases are not resolved. */
    static Set<ResolvedExpression> resolve(
            IndexNameExpressionResolver resolver, ProjectMetadata project, String... names) {
        return resolver.resolveExpressionsIgnoringRemotes(project, names);
    }
}
