package org.nearduplicate.elasticsearch.lookup;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.lookup.Counterparts.Standing;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.Match.Name;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.ShardAnswer;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/** One lookup: sketches its texts for each index, and merges the answers of shards. Not thread-safe. */
final class LookupRun {

    private final LookupParameters parameters;
    private final Project project;
    private final RuntimeException[] refusals;

    /** The texts that are too short in one of the indices. */
    private final BitSet tooShort = new BitSet();
    private final Map<Index, SketchedTexts> sketched = new LinkedHashMap<>();

    LookupRun(LookupParameters parameters, Project project) {
        this.parameters = parameters;
        this.project = project;
        this.refusals = new RuntimeException[parameters.texts().size()];
    }

    /**
     * Sketches the texts, once for all indices whose fields do it alike. Indices that lack the field are left out, unless all lack
     * it: a data stream may have indices that are older than the field.
     *
     * @param budget is charged for large texts while they are sketched, and for all sketches
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
                    // Before any text is sketched: a text that one index refuses is not looked up in another.
                    refuseTooLong(index);
                    mapped.put(index.getIndex(), field);
                } else {
                    unmapped = field;
                }
            }
            if (mapped.isEmpty() && unmapped != null) {
                unmapped.require();
            }
            Map<Object, SketchedTexts> ofFields = new HashMap<>();
            mapped.forEach(
                    (index, field) -> sketched.put(
                            index,
                            ofFields.computeIfAbsent(
                                    field.sketching(),
                                    once -> sketch(field.require(), budget))));
        } finally {
            Releasables.close(releasables);
        }
    }

    /** Sketches all texts for a field. A text that cannot be sketched is refused, and sketched as one without words. */
    private SketchedTexts sketch(MinHashFieldType field, MemoryBudget budget) {
        List<SoughtText> sketches = new ArrayList<>(refusals.length);
        for (int i = 0; i < refusals.length; i++) {
            LookupText text = parameters.texts().get(i);
            SketchedText sketch = null;
            try {
                sketch = refusals[i] == null
                        ? sketch(field.sketcher(), text.values(), budget)
                        : null;
                if (sketch != null && sketch.shingles().size() < text.minShingles()) {
                    budget.reserve(-sketch.ramBytesUsed());
                    sketch = null;
                    tooShort.set(i);
                }
            } catch (RuntimeException e) {
                refusals[i] = e;
            }
            double minSimilarity = Objects.requireNonNullElse(
                    text.minSimilarity(), field.bandChoice().similarity());
            int rows = field.bandChoice().taken(minSimilarity, text.recall()).rows();
            sketches.add(
                    new SoughtText(sketch, rows, minSimilarity, text.size(), text.source()));
        }
        ShingleSet ignored = field.sketcher().shingles(parameters.ignore().texts(), budget);
        budget.reserve((long) Long.BYTES * ignored.size());
        return new SketchedTexts(
                field.name(), field.sketcher().scheme(), List.copyOf(sketches),
                parameters.verify(), ignored, parameters.counterparts());
    }

    /** Returns the sketch of a text, whose memory stays charged, or null if the text has no words. */
    private static SketchedText sketch(
            TextSketcher sketcher, List<String> values, MemoryBudget budget) {
        ShingleHashes hashes = new ShingleHashes(budget);
        try {
            values.forEach(value -> sketcher.shingle(value, hashes));
            if (hashes.isEmpty()) {
                return null;
            }
            SketchedText sketched = SketchedText.of(sketcher.sketch(hashes), hashes);
            budget.reserve(sketched.ramBytesUsed());
            return sketched;
        } finally {
            hashes.clear();
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

    /** Returns the names of the indices that have the field; none if there are no texts. */
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

    /** Merges the answers, one of each shard. */
    LookupResponse response(List<ShardAnswer<ShardLookup.Answer>> answers) {
        List<LookupResponse.OfText> texts = new ArrayList<>(refusals.length);
        for (int i = 0; i < refusals.length; i++) {
            List<Match> found = new ArrayList<>();
            float leftOut = 0;
            for (ShardAnswer<ShardLookup.Answer> answer : answers) {
                refuseUnknown(i, answer);
                List<ShardLookup.Found> ofShard = answer.answer().found().get(i);
                for (ShardLookup.Found match : ofShard) {
                    found.add(
                            new Match(
                                    new Name(answer.shardId(), match.id()), match.similarity(),
                                    Match.STORED));
                }
                // A shard that names as many as requested may have more, none of them more similar than the last.
                if (ofShard.size() >= parameters.texts().get(i).size()) {
                    leftOut = Math.max(leftOut, ofShard.getLast().similarity());
                }
            }
            found.sort(Match.ORDER);
            texts.add(
                    new LookupResponse.OfText(found, leftOut, tooShort.get(i), refusals[i]));
        }
        List<SearchedIndex> searched = new ArrayList<>(sketched.size());
        sketched.forEach((index, ofIndex) -> searched.add(searched(index, ofIndex, answers)));
        return new LookupResponse(texts, searched, project);
    }

    /** Refuses a text that a shard had no memory for: a near duplicate in that shard would be missed. */
    private void refuseUnknown(int number, ShardAnswer<ShardLookup.Answer> answer) {
        Standing standing = answer.answer().standings().get(number);
        if (standing.status() == RestStatus.TOO_MANY_REQUESTS) {
            refusals[number] =
                    failure(answer.shardId(), standing.status(), standing.failure(), null);
        }
    }

    /**
     * Returns the failure in a shard of a lookup, or of one of its texts.
     *
     * @param cause of it, or null
     */
    static ElasticsearchStatusException failure(
            ShardId shard, RestStatus status, String reason, Throwable cause) {
        return new ElasticsearchStatusException(
                "near duplicates could not be looked up in shard [{}]: {}", status, cause, shard,
                reason);
    }

    private SearchedIndex searched(
            Index index, SketchedTexts texts, List<ShardAnswer<ShardLookup.Answer>> answers) {
        Map<ShardId, Verify> ofShards = answers.stream()
                .filter(answer -> answer.shardId().getIndex().equals(index))
                .collect(toMap(ShardAnswer::shardId, answer -> answer.answer().verify()));
        return new SearchedIndex(
                project.index(index.getName()),
                ofShards.keySet(),
                texts.verifiedBy(
                        ofShards.containsValue(Verify.SIGNATURE)
                                ? Verify.SIGNATURE
                                : Verify.EXACT),
                // All shards of an index have the same mapping. A text for which one had no memory is refused.
                answers.stream()
                        .filter(answer -> answer.shardId().getIndex().equals(index))
                        .map(answer -> answer.answer().standings())
                        .findFirst()
                        .orElse(Collections.nCopies(refusals.length, Standing.ALONE)));
    }
}
