package org.nearduplicate.elasticsearch.passages;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.nearduplicate.elasticsearch.passages.ComparedTexts.Side;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.query.LikeDocument;
import org.nearduplicate.elasticsearch.query.LikeTexts;
import org.nearduplicate.elasticsearch.request.DocumentLookup;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.StoredDocument;

/**
 * Where the documents of a comparison are looked for: in what the user named, with the user's rights. Immutable.
 *
 * @param request what was asked for
 * @param indices the names of the indices that it stands for, at least one, ascending
 */
record CompareTarget(LocalRequest<CompareOptions> request, List<String> indices) {

    /**
     * Checks the indices.
     *
     * @throws IllegalArgumentException if there is none
     */
    CompareTarget {
        if (indices.isEmpty()) {
            throw new IllegalArgumentException(
                    "[index] must name at least one open index, got none");
        }
        indices = indices.stream().sorted().toList();
    }

    /**
     * Finds the texts of both sides.
     *
     * @param client reads stored documents
     * @param listener receives the texts, or an IllegalArgumentException if there is no such document
     */
    void find(Client client, ActionListener<ComparedTexts> listener) {
        CompareOptions options = request.parameters();
        find(
                client, CompareOptions.A, options.a(),
                listener.delegateFailureAndWrap(
                        (both, a) -> find(
                                client, CompareOptions.B, options.b(),
                                both.map(b -> new ComparedTexts(a, b)))));
    }

    /**
     * Returns the index by whose mapping texts are compared: that of a stored document, or else the last one, as
     * fields that are added to a template are in new indices only.
     */
    String index(ComparedTexts texts) {
        return texts.index().orElseGet(indices::getLast);
    }

    private void find(Client client, String name, Like like, ActionListener<Side> listener) {
        switch (like) {
            case LikeTexts given -> listener.onResponse(new Side(null, given.texts()));
            case LikeDocument stored -> StoredDocument.find(
                    client, lookup(name, stored.document()), request.parameters().field(),
                    listener.map(CompareTarget::side));
        }
    }

    private DocumentLookup lookup(String name, DocumentReference document) {
        document.requireIndex(name, indices.size());
        return new DocumentLookup(
                name, request.indices(), request.indicesOptions(), document.index(),
                document.id(), document.routing(), null);
    }

    private static Side side(StoredDocument found) {
        return new Side(
                new DocumentReference(found.index(), found.id(), found.routing()), found.texts());
    }
}
