package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.RandomApproximationQuery;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.RandomTexts;
import org.nearduplicate.lucene.Redraw;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * Random texts in one or two indices, many of them near duplicates or copies, some without tokens and,
 * often, some deleted. Two indices may use the same ids.
 */
public final class Corpus {

    private static final List<Scheme> EXTREMES = List.of(
            Schemes.words(1, 20, 1, 2),
            Schemes.words(2, 33, 1, 6),
            Schemes.words(1, 202, 101, 2),
            Schemes.words(3, 390, 65, 6));
    private static final int TAGS = 3;

    private final Random random;
    private final Scheme scheme;
    private final List<Text> texts = new ArrayList<>();
    private final Set<Text> deleted = new HashSet<>();
    private List<String> ignored = List.of();

    private Corpus(Random random, Scheme scheme) {
        this.random = random;
        this.scheme = scheme;
    }

    /** Makes a corpus by a random scheme; there may be 1 band, or more than 64. */
    public static Corpus random(Random random, int documents) {
        Scheme scheme =
                random.nextBoolean() ? Schemes.random(random) : randomFrom(random, EXTREMES);
        return random(random, scheme, documents);
    }

    /** Makes a corpus of which no two shingles have the same 34 bits of their hashes. */
    public static Corpus random(Random random, Scheme scheme, int documents) {
        return Redraw.until(
                corpus -> Sample.coincide(
                        corpus.texts.stream().map(Text::sample).toList()) == false,
                () -> draw(random, scheme, documents));
    }

    private static Corpus draw(Random random, Scheme scheme, int documents) {
        Corpus corpus = new Corpus(random, scheme);
        TextSketcher sketcher = corpus.sketcher();
        RandomTexts texts = new RandomTexts(random);
        boolean twoIndices = random.nextBoolean();
        boolean deletes = random.nextInt(3) > 0;
        for (int i = 0; i < documents; i++) {
            corpus.add(
                    new Text(
                            twoIndices && i % 2 == 0 ? "even" : "all",
                            Integer.toString(i / 2 * 2 + (twoIndices ? 0 : i % 2)),
                            random.nextInt(4) == 0 ? null : "key" + random.nextInt(5),
                            "tag" + random.nextInt(TAGS),
                            new Sample(sketcher, texts.next())));
            if (deletes && random.nextInt(8) == 0) {
                corpus.deleted.add(randomFrom(random, corpus.texts));
            }
        }
        return corpus;
    }

    /** Ignores parts of some texts, or the whole of some, mostly none: all texts are compared without their shingles. */
    void ignoreSome() {
        ignored = RandomTexts.parts(
                random, texts.stream().flatMap(text -> text.sample().values().stream()).toList());
        Set<Text> before = Set.copyOf(deleted);
        deleted.clear();
        texts.replaceAll(text -> {
            Text ignoring = text.ignoring(ignored);
            if (before.contains(text)) {
                deleted.add(ignoring);
            }
            return ignoring;
        });
    }

    /** Returns the shingles that do not count. */
    ShingleSet ignored() {
        return sketcher().shingles(ignored, JobMonitor.NONE);
    }

    /** Makes a corpus of given texts, of which none is deleted; ids are numbers of two digits. */
    public static Corpus of(Random random, Scheme scheme, List<String> values) {
        Corpus corpus = new Corpus(random, scheme);
        TextSketcher sketcher = corpus.sketcher();
        for (int i = 0; i < values.size(); i++) {
            String id = Integer.toString(i / 10) + i % 10;
            corpus.add(new Text("all", id, null, "tag", new Sample(sketcher, values.get(i))));
        }
        return corpus;
    }

    /**
     * A query.
     *
     * @param query matches documents
     * @param matches selects the same texts
     */
    public record Filter(Query query, Predicate<Text> matches) {

        public static final Filter ALL = new Filter(Everything.QUERY, text -> true);
    }

    public Scheme scheme() {
        return scheme;
    }

    /** Returns all texts, deleted ones too. */
    public List<Text> texts() {
        return texts;
    }

    public boolean isDeleted(Text text) {
        return deleted.contains(text);
    }

    /** Returns the texts that take part in a job. */
    public List<Text> participants(Filter filter) {
        return texts.stream()
                .filter(text -> isDeleted(text) == false && filter.matches.test(text))
                .toList();
    }

    /** Returns a random filter: of all documents, of some, rarely of none. */
    public Filter randomFilter() {
        String tag = "tag" + random.nextInt(TAGS);
        Query query = new TermQuery(new Term(LocalShard.TAG, tag));
        return switch (random.nextInt(12)) {
            case 0 -> new Filter(new MatchNoDocsQuery("test"), text -> false);
            case 1, 2 -> new Filter(query, text -> text.tag().equals(tag));
            case 3, 4 -> new Filter(
                    new RandomApproximationQuery(query, random), text -> text.tag().equals(tag));
            default -> Filter.ALL;
        };
    }

    /** Returns a minimum similarity; often one that some pair has, so that it is just reached. */
    double randomMinSimilarity(boolean exact) {
        return Redraw.until(
                minSimilarity -> exact == false || isMisjudged(minSimilarity) == false,
                () -> anyMinSimilarity(exact));
    }

    private double anyMinSimilarity(boolean exact) {
        Sample a = randomFrom(random, texts).sample();
        Sample b = randomFrom(random, texts).sample();
        if (a.isEmpty() || b.isEmpty() || random.nextBoolean()) {
            return 1 - random.nextDouble();
        }
        double similarity = exact ? a.jaccard(b) : a.estimate(b);
        return similarity > 0 ? similarity : 0.5;
    }

    /** Returns whether signatures exclude a pair that is similar enough. */
    private boolean isMisjudged(double minSimilarity) {
        List<Sample> samples = texts.stream().map(Text::sample).toList();
        return samples.stream().anyMatch(
                a -> samples.stream().anyMatch(b -> a.isWronglyExcluded(b, minSimilarity)));
    }

    private TextSketcher sketcher() {
        return new TextSketcher(LocalShard.FIELD, new WhitespaceAnalyzer(), scheme);
    }

    private void add(Text text) {
        texts.add(text);
    }
}
