package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.indices.IndicesService;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.passages.CompareResponse.Side;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.request.DocumentLookup;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.Comparison;
import org.nearduplicate.passages.ShingledText;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Finds texts in what the user named, with the user's rights, and compares them by a field. Immutable.
 *
 * @param request what was asked for
 * @param indices the names of the indices that it stands for, at least one, ascending
 */
record CompareJob(LocalRequest<CompareOptions> request, List<String> indices) {

    /**
     * Checks the indices.
     *
     * @throws IllegalArgumentException if there is none
     */
    CompareJob {
        if (indices.isEmpty()) {
            throw new IllegalArgumentException(
                    "[index] must name at least one open index, got none");
        }
        indices = indices.stream().sorted().toList();
    }

    /**
     * Finds the texts of a side.
     *
     * @param client reads stored documents
     * @param name the parameter that asks for them
     * @param listener receives the texts, or an IllegalArgumentException if there is no such document
     */
    void find(Client client, String name, Like like, ActionListener<Side> listener) {
        switch (like) {
            case Like.Texts given -> listener.onResponse(new Side(null, given.texts()));
            case Like.Document stored -> {
                stored.reference().requireIndex(name, indices.size());
                StoredDocument.find(
                        client,
                        new DocumentLookup(name, request, stored.reference(), null),
                        request.parameters().field(),
                        listener.map(
                                found -> new Side(
                                        DocumentReference.of(found.document()), found.texts())));
            }
        }
    }

    /**
     * Returns the index by whose mapping texts are compared: that of a stored document, or else the last one, as
     * fields that are added to a template are in new indices only.
     */
    String index(Side a, Side b) {
        if (a.document() != null) {
            return a.document().index();
        }
        return b.document() != null ? b.document().index() : indices.getLast();
    }

    /**
     * Compares texts by the field of an index.
     *
     * @param services gives the analyzers of the index
     * @param monitor is asked for memory, and may stop it
     * @throws IllegalArgumentException if the index has no such field, or a text is too long or has no words
     */
    Comparison compare(
            Side a, Side b, IndexMetadata index, IndicesService services, JobMonitor monitor)
            throws IOException {
        int maxLength = QuerySettings.MAX_LIKE_LENGTH.get(index.getSettings());
        QuerySettings.requireLength(CompareOptions.A, a.values(), maxLength);
        QuerySettings.requireLength(CompareOptions.B, b.values(), maxLength);
        String field = request.parameters().field();
        try (MapperService mappers = services.createIndexMapperServiceForValidation(index)) {
            mappers.merge(index, MapperService.MergeReason.MAPPING_RECOVERY);
            TextSketcher sketcher = MinHashFieldType
                    .require(CompareOptions.FIELD, field, mappers.fieldType(field))
                    .sketcher();
            try (ShingledText textA = shingle(CompareOptions.A, sketcher, a, monitor);
                    ShingledText textB = shingle(CompareOptions.B, sketcher, b, monitor)) {
                return Comparison.of(
                        sketcher, textA, textB, request.parameters().size(), monitor);
            }
        }
    }

    private ShingledText shingle(
            String name, TextSketcher sketcher, Side side, JobMonitor monitor) {
        ShingledText text = ShingledText.of(sketcher, side.values(), Integer.MAX_VALUE, monitor);
        if (text.isEmpty()) {
            text.close();
            throw new IllegalArgumentException(
                    "[" + name + "] must have words for [" + request.parameters().field()
                            + "], got none");
        }
        return text;
    }
}
