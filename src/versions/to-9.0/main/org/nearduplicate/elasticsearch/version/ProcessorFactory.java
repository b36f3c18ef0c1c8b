package org.nearduplicate.elasticsearch.version;

import java.util.Map;
import org.elasticsearch.ingest.Processor;

/** Makes processors. */
public abstract class ProcessorFactory implements Processor.Factory {

    @Override
    public final Processor create(
            Map<String, Processor.Factory> others,
            String tag,
            String description,
            Map<String, Object> configuration) {
        return create(tag, description, configuration);
    }

    /**
     * Makes a processor.
     *
     * @param tag its tag, or null
     * @param description what it is for, or null
     * @param configuration what it says; what is read is to be removed
     * @return the processor
     */
    protected abstract Processor create(
            String tag, String description, Map<String, Object> configuration);
}
