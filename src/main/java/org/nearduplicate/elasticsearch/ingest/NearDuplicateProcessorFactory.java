package org.nearduplicate.elasticsearch.ingest;

import java.util.Map;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.script.ScriptService;
import org.nearduplicate.elasticsearch.version.ProcessorFactory;

/** Makes processors from pipelines as users write them. */
final class NearDuplicateProcessorFactory extends ProcessorFactory {

    private final ScriptService scripts;
    private final NearDuplicateIngest ingest;

    NearDuplicateProcessorFactory(ScriptService scripts, NearDuplicateIngest ingest) {
        this.scripts = scripts;
        this.ingest = ingest;
    }

    @Override
    protected Processor create(
            String tag, String description, Map<String, Object> configuration) {
        return new NearDuplicateProcessor(
                tag, description, ProcessorOptions.read(tag, configuration, scripts), ingest);
    }
}
