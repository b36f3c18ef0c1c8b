package org.nearduplicate.elasticsearch.lookup;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.version.Project;

/** What was found. It never leaves its node. */
public final class LookupResponse extends ActionResponse {

    private final List<List<FoundDocument>> found;
    private final RuntimeException[] refusals;
    private final List<SearchedIndex> indices;
    private final Project project;

    /**
     * @param found the near duplicates of each text, most similar first
     * @param refusals why a text could not be looked up, null for each that could
     * @param indices where they were looked up
     * @param project the state in which the indices were found
     */
    LookupResponse(
            List<List<FoundDocument>> found,
            RuntimeException[] refusals,
            List<SearchedIndex> indices,
            Project project) {
        this.found = List.copyOf(found);
        this.refusals = refusals;
        this.indices = List.copyOf(indices);
        this.project = project;
    }

    /**
     * Returns the near duplicates of a text, most similar first.
     *
     * @param text its number, from 0
     */
    public List<FoundDocument> found(int text) {
        return found.get(text);
    }

    /**
     * Returns why a text could not be looked up, or null if it could.
     *
     * @param text its number, from 0
     */
    public RuntimeException refusal(int text) {
        return refusals[text];
    }

    /** Returns the indices that have the field. */
    public List<SearchedIndex> indices() {
        return indices;
    }

    /** Returns the bytes that the texts take on the heap, as they are sketched. */
    public long ramBytesUsed() {
        long bytes = 0;
        Set<List<SoughtText>> counted = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SearchedIndex index : indices) {
            if (counted.add(index.texts())) {
                for (SoughtText text : index.texts()) {
                    bytes += text.text() == null ? 0 : text.text().ramBytesUsed();
                }
            }
        }
        return bytes;
    }

    /** Returns the state in which the indices were found. */
    public Project project() {
        return project;
    }

    @Override
    public void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }
}
