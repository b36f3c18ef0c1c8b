package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.contains;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.ingest.AdmittedDocuments.Admitted;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Match.Name;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;
import org.nearduplicate.unseen.TextComparison;

/** Which documents of a request are named; {@code IngestStreamTests} compares what is found with a plain loop. */
public class AdmittedDocumentsTests extends ESTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 96, 12, 6);
    private static final ShardId SHARD = new ShardId("news", "uuid", 0);

    /** All have the same text, and so the same similarity: none is better by its name. */
    public void testOfEquallySimilarOnesTheFirstStay() {
        AdmittedDocuments documents = new AdmittedDocuments(SCHEME.banding().bands());
        List<String> ids = List.of("c", "b", "d", "a");
        for (String id : ids) {
            documents.add(new Admitted(new Name(SHARD, id), ids.indexOf(id), new byte[0]), text(1));
        }
        List<Match> matches = documents.similar(
                new TextComparison(text(0), 0.8, Verify.EXACT, ShingleSet.EMPTY), 2, 2,
                Integer.MAX_VALUE, document -> true);
        assertThat(
                matches.stream().map(match -> match.document().id()).toList(),
                contains("c", "b"));
    }

    /** Returns a text of forty words, some of which are others. */
    private static SketchedText text(int others) {
        TextSketcher sketcher = new TextSketcher("near", new NearDuplicateAnalyzer(), SCHEME);
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(
                IntStream.range(0, 40)
                        .mapToObj(i -> (i < others ? "other" : "word") + i)
                        .collect(Collectors.joining(" ")),
                hashes);
        return SketchedText.of(sketcher.sketch(hashes), hashes);
    }
}
