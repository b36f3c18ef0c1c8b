package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.indices.IndicesService;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.Comparison;
import org.nearduplicate.passages.ShingledText;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Compares texts by a field.
 *
 * @param options what was asked for
 * @param index has the field
 */
record CompareJob(CompareOptions options, IndexMetadata index) {

    /**
     * Compares.
     *
     * @param texts the texts
     * @param indices gives the analyzers of the index
     * @param monitor is asked for memory, and may stop it
     * @return what it comes to
     * @throws IllegalArgumentException if the index has no such field, or a text is too long or has no words
     * @throws IOException if the analyzers cannot be closed
     */
    Comparison run(ComparedTexts texts, IndicesService indices, JobMonitor monitor)
            throws IOException {
        requireLength(CompareOptions.A, texts.a().values());
        requireLength(CompareOptions.B, texts.b().values());
        try (MapperService mappers = indices.createIndexMapperServiceForValidation(index)) {
            mappers.merge(index, MapperService.MergeReason.MAPPING_RECOVERY);
            TextSketcher sketcher = MinHashFieldType
                    .require(
                            CompareOptions.FIELD, options.field(),
                            mappers.fieldType(options.field()))
                    .sketcher();
            return compare(sketcher, texts, monitor);
        }
    }

    private Comparison compare(TextSketcher sketcher, ComparedTexts texts, JobMonitor monitor) {
        try (ShingledText a = shingle(
                CompareOptions.A, sketcher, texts.a().values(), monitor);
                ShingledText b = shingle(
                        CompareOptions.B, sketcher, texts.b().values(), monitor)) {
            return Comparison.of(sketcher, a, b, options.size(), monitor);
        }
    }

    private ShingledText shingle(
            String name, TextSketcher sketcher, List<String> values, JobMonitor monitor) {
        ShingledText text = ShingledText.of(sketcher, values, Integer.MAX_VALUE, monitor);
        if (text.isEmpty()) {
            text.close();
            throw new IllegalArgumentException(
                    "[" + name + "] must have words for [" + options.field() + "], got none");
        }
        return text;
    }

    private void requireLength(String name, List<String> values) {
        QuerySettings.requireLength(
                name, values, QuerySettings.MAX_LIKE_LENGTH.get(index.getSettings()));
    }
}
