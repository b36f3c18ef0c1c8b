package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.sketch.Scheme;

/**
 * What a job has to find, slowly: every pair of signatures is looked at, components are labels that spread
 * until nothing changes, and stars are made by their definition.
 */
final class Oracle {

    private final List<Text> participants;
    private final GroupsOptions options;
    private final OracleSignatures signatures;
    private final OracleBuckets buckets;
    private final Map<List<Integer>, Float> verified = new HashMap<>();

    Oracle(List<Text> participants, Scheme scheme, GroupsOptions options) {
        this.participants = participants.stream()
                .filter(text -> text.mayHavePeers(options.peers()))
                .toList();
        this.options = options;
        this.signatures = new OracleSignatures(this.participants, options);
        this.buckets = new OracleBuckets(signatures, scheme, options);
        for (List<Integer> pair : buckets.pairs) {
            float similarity = signatures.verified(pair.getFirst(), pair.getLast());
            if (similarity >= 0) {
                verified.put(pair, similarity);
            }
        }
    }

    /** Returns all pairs in the order in which they are to be listed. */
    List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int signature = 0; signature < signatures.size(); signature++) {
            List<Text> texts = signatures.texts(signature);
            for (int i = 0; i < texts.size(); i++) {
                for (int j = i + 1; j < texts.size(); j++) {
                    pairs.add(new Pair(texts.get(i).document(), texts.get(j).document(), 1));
                }
            }
        }
        List<List<Integer>> bySignature = new ArrayList<>(verified.keySet());
        bySignature.sort(
                Comparator.<List<Integer>, Float>comparing(pair -> -verified.get(pair))
                        .thenComparing(List::getFirst)
                        .thenComparing(List::getLast));
        for (List<Integer> pair : bySignature) {
            for (Text a : signatures.texts(pair.getFirst())) {
                for (Text b : signatures.texts(pair.getLast())) {
                    pairs.add(pair(a, b, verified.get(pair)));
                }
            }
        }
        return pairs;
    }

    /** Returns all groups with all their members. */
    List<Group> groups() {
        Map<Integer, List<Integer>> byKeeper = new HashMap<>();
        int[] keepers = options.method() == Method.STAR ? stars() : components();
        for (int signature = 0; signature < keepers.length; signature++) {
            byKeeper.computeIfAbsent(keepers[signature], keeper -> new ArrayList<>())
                    .add(signature);
        }
        return byKeeper.entrySet()
                .stream()
                .filter(entry -> size(entry.getValue()) >= options.minGroupSize())
                .sorted(
                        Comparator.<Map.Entry<Integer, List<Integer>>, Long>comparing(
                                entry -> -size(entry.getValue()))
                                .thenComparing(Map.Entry::getKey))
                .map(entry -> group(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns what is to be counted. */
    GroupsCounts counts() {
        List<Group> groups = groups();
        return TestCounts.of(
                participants.size(),
                participants.stream().filter(text -> text.sample().isEmpty()).count(),
                participants.stream()
                        .filter(text -> text.sample().shingles().size() == 1)
                        .count(),
                buckets.terms,
                buckets.buckets,
                buckets.largest,
                (int) size(buckets.inBuckets),
                buckets.inBuckets.size(),
                buckets.limited,
                size(buckets.inLimited),
                buckets.leftOut,
                buckets.pairs.size(),
                equalPairs() + productOfSizes(buckets.pairs),
                equalPairs() + productOfSizes(verified.keySet()),
                groups.size(),
                groups.stream().mapToLong(Group::size).sum(),
                1,
                size(buckets.inBuckets));
    }

    private Pair pair(Text a, Text b, float similarity) {
        boolean inOrder = new OracleSignatures(List.of(a, b), options).texts(0).getFirst() == a;
        return inOrder
                ? new Pair(a.document(), b.document(), similarity)
                : new Pair(b.document(), a.document(), similarity);
    }

    /** Returns the keeper of each signature. */
    private int[] stars() {
        boolean[] isKeeper = new boolean[signatures.size()];
        for (int signature = 0; signature < isKeeper.length; signature++) {
            isKeeper[signature] = true;
            for (int lower = 0; lower < signature; lower++) {
                if (isKeeper[lower] && verified.containsKey(List.of(lower, signature))) {
                    isKeeper[signature] = false;
                }
            }
        }
        return IntStream.range(0, isKeeper.length)
                .map(signature -> isKeeper[signature] ? signature
                        : mostSimilar(signature, isKeeper))
                .toArray();
    }

    private int mostSimilar(int signature, boolean[] isKeeper) {
        int best = -1;
        for (int lower = 0; lower < signature; lower++) {
            Float similarity = verified.get(List.of(lower, signature));
            if (isKeeper[lower]
                    && similarity != null
                    && (best < 0 || similarity > verified.get(List.of(best, signature)))) {
                best = lower;
            }
        }
        return best;
    }

    private int[] components() {
        int[] labels = IntStream.range(0, signatures.size()).toArray();
        int[] before;
        do {
            before = labels.clone();
            for (List<Integer> pair : verified.keySet()) {
                int label = Math.min(labels[pair.getFirst()], labels[pair.getLast()]);
                labels[pair.getFirst()] = label;
                labels[pair.getLast()] = label;
            }
        } while (Arrays.equals(before, labels) == false);
        return labels;
    }

    private Group group(int keeper, List<Integer> members) {
        List<Integer> bySimilarity = new ArrayList<>(members);
        bySimilarity.sort(
                Comparator.<Integer, Float>comparing(
                        signature -> -signatures.similarity(keeper, signature))
                        .thenComparing(Comparator.naturalOrder()));
        List<Member> all = new ArrayList<>();
        for (int signature : bySimilarity) {
            for (Text text : signatures.texts(signature)) {
                all.add(new Member(text.document(), signatures.similarity(keeper, signature)));
            }
        }
        float smallest = 1;
        for (int a : members) {
            for (int b : members) {
                smallest = Math.min(smallest, signatures.similarity(a, b));
            }
        }
        return new Group(
                all.size(), members.size(), all.getFirst().document(), all.subList(1, all.size()),
                smallest, members.size() <= 512);
    }

    private long size(Collection<Integer> members) {
        return members.stream().mapToLong(signature -> signatures.texts(signature).size()).sum();
    }

    private long equalPairs() {
        return IntStream.range(0, signatures.size())
                .mapToLong(signature -> signatures.texts(signature).size())
                .map(size -> size * (size - 1) / 2)
                .sum();
    }

    private long productOfSizes(Collection<List<Integer>> pairs) {
        return pairs.stream()
                .mapToLong(
                        pair -> (long) signatures.texts(pair.getFirst()).size()
                                * signatures.texts(pair.getLast()).size())
                .sum();
    }
}
