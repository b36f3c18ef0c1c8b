package org.nearduplicate.lucene;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.lucene.document.Field;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.ReferenceBands;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SimilarityEstimate;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * The values of a field as brute force sees them: the shingles as strings, every band and every
 * component on its own. Tokens are what single spaces separate.
 */
public final class Sample {

    private static final double ERROR = 1e-6;

    private final TextSketcher sketcher;
    private final List<String> values;
    private final int rows;
    private final List<String> ignoredTexts;
    private final Set<String> ignored = new HashSet<>();
    private final Set<String> shingles = new HashSet<>();
    private final ShingleHashes hashes = new ShingleHashes();
    private final Sketch sketch;
    private final List<String> bandTerms;
    private final Map<Integer, List<String>> bandPrefixes = new ConcurrentHashMap<>();
    private final byte[] components;

    public Sample(TextSketcher sketcher, List<String> values) {
        this(sketcher, values, sketcher.scheme().banding().rows(), List.of());
    }

    private Sample(
            TextSketcher sketcher, List<String> values, int rows, List<String> ignoredTexts) {
        this.rows = rows;
        this.ignoredTexts = ignoredTexts;
        ignoredTexts.forEach(text -> ignored.addAll(shingles(sketcher.scheme(), tokens(text))));
        this.sketcher = sketcher;
        this.values = List.copyOf(values);
        for (String value : values) {
            shingles.addAll(shingles(sketcher.scheme(), tokens(value)));
            sketcher.shingle(value, hashes);
        }
        this.sketch = hashes.isEmpty() ? null : sketcher.sketch(hashes);
        this.bandTerms = isEmpty() ? List.of() : Output.terms(sketch);
        this.components = isEmpty() ? new byte[0] : components(sketch);
    }

    public Sample(TextSketcher sketcher, String... values) {
        this(sketcher, List.of(values));
    }

    /** Returns the same values, whose query takes some rows of each band; they take all until that is said. */
    public Sample taking(int someRows) {
        return new Sample(sketcher, values, someRows, ignoredTexts);
    }

    /** Returns the same values, compared without the shingles of some texts wherever they are compared exactly. */
    public Sample ignoring(List<String> texts) {
        return new Sample(sketcher, values, rows, texts);
    }

    /** Returns the same values, whose query takes any number of rows. */
    Sample takingAnyRows(Random random) {
        return taking(
                RandomNumbers.randomIntBetween(random, 2, sketcher.scheme().banding().rows()));
    }

    /** Returns the tokens that the analyzers of these tests make of a value. */
    static List<String> tokens(String value) {
        return Arrays.stream(value.split(" ")).filter(token -> token.isEmpty() == false).toList();
    }

    public boolean isEmpty() {
        return sketch == null;
    }

    /** Returns the values of the field. */
    public List<String> values() {
        return values;
    }

    public Sketch sketch() {
        return sketch;
    }

    List<String> bandTerms() {
        return bandTerms;
    }

    public byte[] components() {
        return components;
    }

    /** Returns the shingle set, as strings. */
    public Set<String> shingles() {
        return shingles;
    }

    /** Returns the Lucene fields of this sample, none if it has no token. */
    public List<Field> fields(String name, boolean exact) {
        return fields(name, exact, null);
    }

    /** Returns the same with its sampled shingles, if there are any. */
    public List<Field> fields(String name, boolean exact, SampledShingles sampled) {
        MinHashField field = new MinHashField(name, sketcher);
        values.forEach(field::addValue);
        List<Field> fields = new ArrayList<>();
        if (field.isEmpty() == false) {
            field.fields(exact, sampled).forEach(each -> fields.add((Field) each));
        }
        return fields;
    }

    NearDuplicateQuery query(String field, boolean exact, double minSimilarity) {
        return exact
                ? NearDuplicateQuery.exact(
                        field, SketchedText.of(sketch, hashes), rows, minSimilarity, null,
                        new IgnoredShingles(ignored()))
                : NearDuplicateQuery.bySignature(
                        field, sketch.keys(), Signature.of(sketch), rows, minSimilarity);
    }

    NearDuplicateQuery queryByTexts(String field, StoredTexts texts, double minSimilarity) {
        return queryBySets(
                field, new TextSets(field, sketcher, texts, JobMonitor.NONE), minSimilarity);
    }

    NearDuplicateQuery queryBySets(
            String field, DocumentSource<BytesRef> sets, double minSimilarity) {
        return NearDuplicateQuery.exact(
                field, SketchedText.of(sketch, hashes), rows, minSimilarity, sets,
                new IgnoredShingles(ignored()));
    }

    NearDuplicateQuery queryForShare(
            String field, SoughtContainment share, SampledShingles sampled, Verified verified) {
        return queryForShare(field, share, sampled, verified, new StoredTexts());
    }

    NearDuplicateQuery queryForShare(
            String field, SoughtContainment share, SampledShingles sampled, Verified verified,
            StoredTexts texts) {
        long[] keys = sampled.keys(hashes);
        ShingleSet set = ShingleSet.of(hashes);
        return switch (verified) {
            case BY_SIGNATURE ->
                NearDuplicateQuery.bySampledShingles(field, share, keys, null, null);
            case BY_STORED_SETS ->
                NearDuplicateQuery.bySampledShingles(field, share, keys, set, null);
            case BY_TEXTS -> NearDuplicateQuery.bySampledShingles(
                    field, share, keys, set,
                    new TextSets(field, sketcher, texts, JobMonitor.NONE));
        };
    }

    /** Returns the keys of the sampled shingles. */
    public Set<Long> sampledKeys(SampledShingles sampled) {
        return Arrays.stream(sampled.keys(hashes)).boxed().collect(Collectors.toSet());
    }

    /** Returns what sketches the values. */
    public TextSketcher sketcher() {
        return sketcher;
    }

    /** Returns the similarity with a hit, or −1 for what is no candidate or below the minimum. */
    public double similarity(Sample other, boolean exact, double minSimilarity) {
        if (commonBands(other) == 0) {
            return -1;
        }
        int smaller = Math.min(shingles.size(), other.shingles.size());
        int larger = Math.max(shingles.size(), other.shingles.size());
        double similarity = exact ? jaccard(other) : estimate(other);
        boolean sizesAllow = exact || (double) smaller / larger >= minSimilarity;
        return sizesAllow && similarity >= minSimilarity ? similarity : -1;
    }

    /** Returns whether some shingles do not count. */
    boolean isIgnoring() {
        return ignored.isEmpty() == false;
    }

    /** Returns the shingles of a sample, without those that this one ignores. */
    Set<String> counted(Sample other) {
        Set<String> counted = new HashSet<>(other.shingles);
        ignored.forEach(counted::remove);
        return counted;
    }

    /** Returns how similar this text and another are at least, the counted shingles of which have some similarity. */
    double leastOfWhole(double similarity) {
        double counted = counted(this).size();
        return isIgnoring() == false ? similarity
                : counted == 0 ? 1 : similarity * counted / (counted + ignored.size());
    }

    private ShingleSet ignored() {
        return sketcher.shingles(ignoredTexts, JobMonitor.NONE);
    }

    /**
     * Returns whether a signature decides wrongly about one of some samples without a look at its text, whatever
     * else is wanted of it. It does about one pair in a million, and no test may hang on that.
     */
    boolean isMisjudged(Collection<Sample> others, double minSimilarity) {
        double certain = new SimilarityEstimate(sketcher.scheme().signatureFormat())
                .highest(minSimilarity, ERROR);
        return others.stream()
                .filter(other -> commonBands(other) > 0)
                .anyMatch(
                        other -> coincidesWith(other) || isWronglyExcluded(other, jaccard(other))
                                || isIgnoring() == false && jaccard(other) < minSimilarity
                                        && estimate(other) >= certain);
    }

    /** Returns whether two shingles that differ have the same 34 bits of their hashes, which are what a set keeps. */
    boolean coincidesWith(Sample other) {
        return coincide(List.of(this, other));
    }

    /** Returns whether two shingles of some samples do. */
    public static boolean coincide(Collection<Sample> samples) {
        Set<String> all = new HashSet<>();
        ShingleHashes hashes = new ShingleHashes();
        for (Sample sample : samples) {
            all.addAll(sample.shingles);
            sample.values.forEach(value -> sample.sketcher.shingle(value, hashes));
        }
        return hashes.isEmpty() == false && ShingleSet.of(hashes).size() < all.size();
    }

    /**
     * Returns whether signatures exclude a candidate that is similar enough, as they do about one pair in a million
     * that is just similar enough.
     */
    public boolean isWronglyExcluded(Sample other, double minSimilarity) {
        SimilarityEstimate estimate = new SimilarityEstimate(sketcher.scheme().signatureFormat());
        return jaccard(other) >= minSimilarity
                && estimate(other) < estimate.lowest(leastOfWhole(other, minSimilarity), ERROR)
                && commonBands(other) > 0;
    }

    /** Returns the highest of the bounds by what counts of one text, and by the sizes of both. */
    private double leastOfWhole(Sample other, double similarity) {
        double larger = Math.max(shingles.size(), other.shingles.size());
        return Math.max(
                leastOfWhole(similarity), similarity * Math.max(0, 1 - ignored.size() / larger));
    }

    /** Returns how many bands have the rows in common that the query of this sample takes. */
    int commonBands(Sample other) {
        Set<String> common = new HashSet<>(bandPrefixes(rows));
        common.retainAll(other.bandPrefixes(rows));
        return common.size();
    }

    /** Returns band and bits of the first rows of each band. */
    public List<String> bandPrefixes(int ofRows) {
        return bandPrefixes.computeIfAbsent(
                ofRows,
                rowsOf -> bandTerms.stream()
                        .map(term -> ReferenceBands.prefix(term, rowsOf))
                        .toList());
    }

    /** Returns how many rows its query takes. */
    int rows() {
        return rows;
    }

    /** Returns the similarity of what counts; 1 of a copy. */
    public double jaccard(Sample other) {
        if (shingles.equals(other.shingles)) {
            return 1;
        }
        return isIgnoring()
                ? jaccard(counted(this), counted(other))
                : jaccard(shingles, other.shingles);
    }

    /** Returns the Jaccard similarity of two sets, 0 of empty ones. */
    public static <T> double jaccard(Set<T> a, Set<T> b) {
        Set<T> both = new HashSet<>(a);
        both.retainAll(b);
        return both.isEmpty() ? 0 : both.size() / ((double) a.size() + b.size() - both.size());
    }

    /** Returns the share of the shingles in common, which is 0 of what has none. */
    double share(Sample document, ShareOf of) {
        Set<String> both = new HashSet<>(shingles);
        both.retainAll(document.shingles);
        Set<String> all = of == ShareOf.LIKE ? shingles : document.shingles;
        return all.isEmpty() ? 0 : both.size() / (double) all.size();
    }

    public double estimate(Sample other) {
        int equal = 0;
        for (int i = 0; i < components.length; i++) {
            equal += components[i] == other.components[i] ? 1 : 0;
        }
        double share = (double) equal / components.length;
        double accident = Math.pow(2, -sketcher.scheme().signatureBits());
        return Math.max(0, (share - accident) / (1 - accident));
    }

    /** Returns what signatures keep of the components. */
    private static byte[] components(Sketch sketch) {
        byte[] components = new byte[sketch.scheme().hashCount()];
        for (int i = 0; i < components.length; i++) {
            components[i] = (byte) (sketch.components()[i * Long.BYTES]
                    & (1 << sketch.scheme().signatureBits()) - 1);
        }
        return components;
    }

    /** Returns the shingles of one value, as strings. */
    public static Set<String> shingles(Scheme scheme, List<String> tokens) {
        boolean words = scheme.shingleUnit() == ShingleUnit.WORD;
        List<String> units = words ? tokens : characters(String.join(" ", tokens));
        String separator = words ? " " : "";
        Set<String> shingles = new LinkedHashSet<>();
        int size = Math.min(scheme.shingleSize(), units.size());
        for (int i = 0; size > 0 && i + size <= units.size(); i++) {
            shingles.add(String.join(separator, units.subList(i, i + size)));
        }
        return shingles;
    }

    private static List<String> characters(String text) {
        return text.codePoints().mapToObj(Character::toString).toList();
    }
}
