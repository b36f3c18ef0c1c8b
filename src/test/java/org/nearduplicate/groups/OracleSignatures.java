package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Verify;

/**
 * The distinct signatures of some texts as brute force sees them. Texts are in the order in which they
 * are kept, and so are signatures, by their first texts.
 */
final class OracleSignatures {

    private final GroupsOptions options;
    private final List<List<Text>> signatures;
    private final List<Sample> samples;

    OracleSignatures(List<Text> participants, GroupsOptions options) {
        this.options = options;
        Map<List<Object>, List<Text>> bySignature = new LinkedHashMap<>();
        participants.stream()
                .filter(text -> text.sample().isEmpty() == false)
                .sorted(order(options.keep()))
                .forEach(
                        text -> bySignature
                                .computeIfAbsent(identity(text), none -> new ArrayList<>())
                                .add(text));
        this.signatures = List.copyOf(bySignature.values());
        this.samples = signatures.stream()
                .map(texts -> texts.getFirst().sample().taking(options.rows()))
                .toList();
    }

    /** Copies are one signature, unless they differ in what makes them peers. */
    private List<Object> identity(Text text) {
        return Arrays.asList(
                text.sample().shingles(),
                options.peers().hasValues() ? text.value() : null,
                options.peers().hasTime() ? text.time() : null);
    }

    int size() {
        return signatures.size();
    }

    /** Returns the texts of a signature, the one to keep first. */
    List<Text> texts(int signature) {
        return signatures.get(signature);
    }

    /** Returns the sample of a signature, which takes the rows of the job. */
    Sample sample(int signature) {
        return samples.get(signature);
    }

    /** Returns the similarity of any two signatures. */
    float similarity(int a, int b) {
        if (a == b) {
            return 1;
        }
        return (float) (options.verify() == Verify.EXACT
                ? sample(a).jaccard(sample(b))
                : sample(a).estimate(sample(b)));
    }

    /** Returns the similarity of two candidates, or −1 if it is below the minimum. */
    float verified(int a, int b) {
        return (float) sample(a).similarity(
                sample(b), options.verify() == Verify.EXACT, options.minSimilarity());
    }

    private static Comparator<Text> order(Keep keep) {
        Comparator<Text> byKeep = switch (keep) {
            case LONGEST -> Comparator.comparing(text -> -text.sample().shingles().size());
            case LOWEST -> Comparator.comparing(
                    Text::keepKey, Comparator.nullsLast(Comparator.naturalOrder()));
            case HIGHEST -> Comparator.comparing(
                    Text::keepKey, Comparator.nullsLast(Comparator.reverseOrder()));
        };
        return byKeep.thenComparing(Text::id).thenComparing(Text::index);
    }
}
