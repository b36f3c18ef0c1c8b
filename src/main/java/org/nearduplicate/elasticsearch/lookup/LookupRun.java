package org.nearduplicate.elasticsearch.lookup;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.shards.ShardAnswer;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.MemoryBudget;

/** One lookup: sketches its texts for each index, and puts the answers of shards together. Belongs to one thread at a time. */
final class LookupRun {

    private final LookupParameters parameters;
    private final Project project;
    private final RuntimeException[] refusals;
    private final Map<Index, SketchedTexts> sketched = new LinkedHashMap<>();

    LookupRun(LookupParameters parameters, Project project) {
        this.parameters = parameters;
        this.project = project;
        this.refusals = new RuntimeException[parameters.texts().size()];
    }

    /**
     * Sketches the texts, once for all indices of one mapping. Indices that lack the field are left out, as those of
     * a data stream that are older than it, unless all do.
     *
     * @throws IllegalArgumentException if no index has the field, or one has it of another type
     */
    void sketch(List<IndexMetadata> indices, FieldSketchers sketchers, MemoryBudget budget) {
        List<Releasable> releasables = new ArrayList<>();
        try {
            Map<Index, FieldSketchers.IndexField> mapped = new LinkedHashMap<>();
            FieldSketchers.IndexField unmapped = null;
            for (IndexMetadata index : indices) {
                FieldSketchers.IndexField field = sketchers.acquire(index, parameters.field());
                releasables.add(field::decRef);
                if (field.isMapped()) {
                    // Before any is sketched: what one index refuses is not looked up in another.
                    refuseTooLong(index);
                    mapped.put(index.getIndex(), field);
                } else {
                    unmapped = field;
                }
            }
            if (mapped.isEmpty() && unmapped != null) {
                unmapped.require(LookupParameters.FIELD);
            }
            Map<FieldSketchers.IndexField, SketchedTexts> ofField = new IdentityHashMap<>();
            mapped.forEach(
                    (index, field) -> sketched.put(
                            index,
                            ofField.computeIfAbsent(
                                    field,
                                    once -> SketchedTexts.of(
                                            once.require(LookupParameters.FIELD),
                                            parameters.texts(), refusals, budget))));
        } finally {
            Releasables.close(releasables);
        }
    }

    private void refuseTooLong(IndexMetadata index) {
        int maxLength = QuerySettings.MAX_LIKE_LENGTH.get(index.getSettings());
        for (int i = 0; i < refusals.length; i++) {
            try {
                QuerySettings.requireLength(
                        "field", parameters.texts().get(i).values(), maxLength);
            } catch (IllegalArgumentException e) {
                refusals[i] = e;
            }
        }
    }

    /** Returns the indices that have the field and are to be asked: none if nothing is looked up. */
    String[] indices() {
        if (parameters.texts().isEmpty()) {
            return new String[0];
        }
        return sketched.keySet().stream().map(Index::getName).toArray(String[]::new);
    }

    /** Returns the texts as an index sketches them. */
    SketchedTexts texts(Index index) {
        return sketched.get(index);
    }

    /** Puts the answers together, one of each shard. */
    LookupResponse response(List<ShardAnswer<LookupMessage.Response>> answers) {
        List<LookupResponse.OfText> texts = new ArrayList<>(refusals.length);
        for (int i = 0; i < refusals.length; i++) {
            List<Match> found = new ArrayList<>();
            float leftOut = 0;
            for (ShardAnswer<LookupMessage.Response> answer : answers) {
                List<LookupMessage.Found> ofShard = answer.answer().found.get(i);
                for (LookupMessage.Found match : ofShard) {
                    found.add(
                            new Match(
                                    new Name(answer.shardId(), match.id()), match.similarity(),
                                    Match.STORED));
                }
                // A shard that has as many as it was asked for may have more, none of them more similar than the last.
                if (ofShard.size() >= parameters.texts().get(i).size()) {
                    leftOut = Math.max(leftOut, ofShard.getLast().similarity());
                }
            }
            found.sort(Match.ORDER);
            texts.add(new LookupResponse.OfText(found, leftOut, refusals[i]));
        }
        List<SearchedIndex> searched = new ArrayList<>(sketched.size());
        sketched.forEach((index, ofIndex) -> searched.add(searched(index, ofIndex, answers)));
        return new LookupResponse(texts, searched, project);
    }

    private SearchedIndex searched(
            Index index, SketchedTexts texts, List<ShardAnswer<LookupMessage.Response>> answers) {
        Map<ShardId, Verify> ofShards = answers.stream()
                .filter(answer -> answer.shardId().getIndex().equals(index))
                .collect(toMap(ShardAnswer::shardId, answer -> answer.answer().verify));
        return new SearchedIndex(
                project.index(index.getName()),
                ofShards.keySet(),
                texts.field(),
                ofShards.containsValue(Verify.SIGNATURE) ? Verify.SIGNATURE : Verify.EXACT,
                texts.texts());
    }
}
