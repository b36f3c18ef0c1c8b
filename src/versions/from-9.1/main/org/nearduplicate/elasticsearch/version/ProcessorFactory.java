package org.nearduplicate.elasticsearch.version;

import java.util.Map;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.Processor;

/** Makes processors. */
public abstract class ProcessorFactory implements Processor.Factory {

    @Override
    public final Processor create(
            Map<String, Processor.Factory> others,
            String tag,
            String description,
            Map<String, Object> configuration,
            ProjectId project) {
        return create(tag, description, configuration);
    }

    /** Makes a processor, and removes from the configuration what it reads; tag and description may be null. */
    protected abstract Processor create(
            String tag, String description, Map<String, Object> configuration);
}
