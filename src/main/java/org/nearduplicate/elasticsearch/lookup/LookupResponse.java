package org.nearduplicate.elasticsearch.lookup;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.lookup.Counterparts.Standing;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/** What was found. It never leaves its node. */
public final class LookupResponse extends ActionResponse {

    private static final long BYTES_OF_FOUND = 128;

    private final List<OfText> texts;
    private final List<SearchedIndex> indices;
    private final Project project;

    /**
     * What was found for a text.
     *
     * @param found its near duplicates, most similar first
     * @param leftOut the highest similarity that a near duplicate may have that is not named, as there are too many; 0 if
     *     all are named
     * @param isTooShort whether it was left alone as it is too short
     * @param refusal why the text could not be looked up, or null if it was
     */
    public record OfText(
            List<Match> found, float leftOut, boolean isTooShort, RuntimeException refusal) {}

    /**
     * An index in which texts were looked up.
     *
     * @param metadata the index, as it was then
     * @param shards its shards that were searched: an alias may have a routing
     * @param sketched the texts as it sketches them, with how its candidates were verified
     * @param standings how the documents of the texts stand to these
     */
    public record SearchedIndex(
            IndexMetadata metadata, Set<ShardId> shards, SketchedTexts sketched,
            List<Standing> standings) {

        /** Returns a text, by its number. */
        public SoughtText text(int number) {
            return sketched.texts().get(number);
        }

        /** Returns whether a text is compared with documents that no search sees yet. */
        public boolean isCompared(int number) {
            return text(number).text() != null && standings.get(number).peer() != null;
        }
    }

    LookupResponse(List<OfText> texts, List<SearchedIndex> indices, Project project) {
        this.texts = texts;
        this.indices = indices;
        this.project = project;
    }

    /** Returns what was found for each text. */
    public List<OfText> texts() {
        return texts;
    }

    /** Returns the indices that have the field. */
    public List<SearchedIndex> indices() {
        return indices;
    }

    /** Returns about the bytes that the sketches and the matches take on the heap. */
    public long ramBytesUsed() {
        long ofFound = texts.stream().flatMap(text -> text.found().stream())
                .mapToLong(match -> BYTES_OF_FOUND + match.document().id().length())
                .sum();
        // Indices whose fields sketch alike have the same texts, and ignore the same.
        Map<List<SoughtText>, ShingleSet> sketched = new IdentityHashMap<>();
        indices.forEach(
                index -> sketched.put(index.sketched().texts(), index.sketched().ignored()));
        long ofIgnored = sketched.values().stream()
                .mapToLong(ignored -> (long) Long.BYTES * ignored.size())
                .sum();
        return ofFound + ofIgnored + sketched.keySet().stream().flatMap(List::stream)
                .map(SoughtText::text)
                .filter(Objects::nonNull)
                .mapToLong(SketchedText::ramBytesUsed)
                .sum();
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
