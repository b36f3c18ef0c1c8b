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
 * What a job has to find, slowly: every pair of contents is looked at, components are labels that spread
 * until nothing changes, and stars are made by their definition.
 */
final class Oracle {

    private final List<Text> participants;
    private final GroupsOptions options;
    private final OracleSignatures contents;
    private final OracleBuckets buckets;
    private final Map<List<Integer>, Float> verified = new HashMap<>();

    Oracle(List<Text> participants, Scheme scheme, GroupsOptions options) {
        this.participants = participants;
        this.options = options;
        this.contents = new OracleSignatures(participants, options);
        this.buckets = new OracleBuckets(contents, scheme, options);
        for (List<Integer> pair : buckets.pairs()) {
            float similarity = contents.verified(pair.getFirst(), pair.getLast());
            if (similarity >= 0) {
                verified.put(pair, similarity);
            }
        }
    }

    /** Returns all pairs in the order in which they are to be listed. */
    List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int content = 0; content < contents.size(); content++) {
            List<Text> texts = contents.texts(content);
            for (int i = 0; i < texts.size(); i++) {
                for (int j = i + 1; j < texts.size(); j++) {
                    pairs.add(new Pair(texts.get(i).document(), texts.get(j).document(), 1));
                }
            }
        }
        List<List<Integer>> byContent = new ArrayList<>(verified.keySet());
        byContent.sort(
                Comparator.<List<Integer>, Float>comparing(pair -> -verified.get(pair))
                        .thenComparing(List::getFirst)
                        .thenComparing(List::getLast));
        for (List<Integer> pair : byContent) {
            for (Text a : contents.texts(pair.getFirst())) {
                for (Text b : contents.texts(pair.getLast())) {
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
        for (int content = 0; content < keepers.length; content++) {
            byKeeper.computeIfAbsent(keepers[content], keeper -> new ArrayList<>()).add(content);
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
                buckets.terms(),
                buckets.buckets(),
                buckets.largest(),
                (int) size(buckets.inBuckets()),
                buckets.inBuckets().size(),
                buckets.limited(),
                size(buckets.inLimited()),
                buckets.leftOut(),
                buckets.pairs().size(),
                equalPairs() + productOfSizes(buckets.pairs()),
                equalPairs() + productOfSizes(verified.keySet()),
                groups.size(),
                groups.stream().mapToLong(Group::size).sum(),
                1,
                size(buckets.inBuckets()));
    }

    private Pair pair(Text a, Text b, float similarity) {
        boolean inOrder = new OracleSignatures(List.of(a, b), options).texts(0).getFirst() == a;
        return inOrder
                ? new Pair(a.document(), b.document(), similarity)
                : new Pair(b.document(), a.document(), similarity);
    }

    /** Returns the keeper of each content. */
    private int[] stars() {
        boolean[] isKeeper = new boolean[contents.size()];
        for (int content = 0; content < isKeeper.length; content++) {
            isKeeper[content] = true;
            for (int lower = 0; lower < content; lower++) {
                if (isKeeper[lower] && verified.containsKey(List.of(lower, content))) {
                    isKeeper[content] = false;
                }
            }
        }
        return IntStream.range(0, isKeeper.length)
                .map(content -> isKeeper[content] ? content : mostSimilar(content, isKeeper))
                .toArray();
    }

    private int mostSimilar(int content, boolean[] isKeeper) {
        int best = -1;
        for (int lower = 0; lower < content; lower++) {
            Float similarity = verified.get(List.of(lower, content));
            if (isKeeper[lower]
                    && similarity != null
                    && (best < 0 || similarity > verified.get(List.of(best, content)))) {
                best = lower;
            }
        }
        return best;
    }

    private int[] components() {
        int[] labels = IntStream.range(0, contents.size()).toArray();
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
                        content -> -contents.similarity(keeper, content))
                        .thenComparing(Comparator.naturalOrder()));
        List<Member> all = new ArrayList<>();
        for (int content : bySimilarity) {
            for (Text text : contents.texts(content)) {
                all.add(new Member(text.document(), contents.similarity(keeper, content)));
            }
        }
        float smallest = 1;
        for (int a : members) {
            for (int b : members) {
                smallest = Math.min(smallest, contents.similarity(a, b));
            }
        }
        return new Group(
                all.size(), members.size(), all.getFirst().document(), all.subList(1, all.size()),
                smallest, members.size() <= 512);
    }

    private long size(Collection<Integer> members) {
        return members.stream().mapToLong(content -> contents.texts(content).size()).sum();
    }

    private long equalPairs() {
        return IntStream.range(0, contents.size())
                .mapToLong(content -> contents.texts(content).size())
                .map(size -> size * (size - 1) / 2)
                .sum();
    }

    private long productOfSizes(Collection<List<Integer>> pairs) {
        return pairs.stream()
                .mapToLong(
                        pair -> (long) contents.texts(pair.getFirst()).size()
                                * contents.texts(pair.getLast()).size())
                .sum();
    }
}
