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

    private static final long BYTES_OF_FOUND = 128;

    private final List<List<FoundDocument>> found;
    private final float[] leftOut;
    private final RuntimeException[] refusals;
    private final List<SearchedIndex> indices;
    private final Project project;

    /**
     * @param found the near duplicates of each text, most similar first
     * @param leftOut for each text, how similar a near duplicate may be that was not told of; 0 if all were
     * @param refusals why a text could not be looked up, null for each that could
     * @param indices where they were looked up
     * @param project the state in which the indices were found
     */
    LookupResponse(
            List<List<FoundDocument>> found,
            float[] leftOut,
            RuntimeException[] refusals,
            List<SearchedIndex> indices,
            Project project) {
        this.found = List.copyOf(found);
        this.leftOut = leftOut;
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
     * Returns how similar a near duplicate of a text may be that was not told of, as there are more than were asked for; 0 if all were.
     *
     * @param text its number, from 0
     */
    public float leftOut(int text) {
        return leftOut[text];
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

    /** Returns the bytes that the texts, as they are sketched, and what was found take on the heap, roughly. */
    public long ramBytesUsed() {
        long bytes = found.stream().flatMap(List::stream)
                .mapToLong(document -> BYTES_OF_FOUND + document.id().length())
                .sum();
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
