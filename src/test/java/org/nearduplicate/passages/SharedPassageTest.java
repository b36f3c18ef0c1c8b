package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.WrittenText.Shingle;

/** What several documents share, against brute force; and that it is bounded, however long they are. */
public class SharedPassageTest extends LuceneTestCase {

    public void testAgainstBruteForce() {
        int found = 0;
        for (int i = 0; i < 500; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 1, 4);
            List<List<WrittenText>> documents =
                    IntStream.rangeClosed(0, TestUtil.nextInt(random(), 1, 4))
                            .mapToObj(document -> WrittenText.document(random(), variety))
                            .toList();
            Optional<SharedPassage> expected = longest(documents, size)
                    .map(passage -> new SharedPassage(passage, false));
            assertEquals(expected, find(ShingledTextTest.words(size), documents));
            found += expected.isPresent() ? 1 : 0;
        }
        assertTrue("only " + found + " had something in common", found > 50);
    }

    private static Optional<String> longest(List<List<WrittenText>> documents, int size) {
        List<WrittenText> first = documents.getFirst();
        List<Set<List<String>>> others = documents.stream().skip(1)
                .map(
                        other -> WrittenText.shingles(other, size).stream()
                                .filter(shingle -> shingle != null)
                                .map(Shingle::tokens)
                                .collect(Collectors.toSet()))
                .toList();
        List<Shingle> shingles = WrittenText.shingles(first, size);
        List<String> runs = new ArrayList<>();
        for (int from = 0; from < shingles.size(); from++) {
            for (int to = from + 1; to <= shingles.size(); to++) {
                Shingle last = shingles.get(to - 1);
                if (last == null
                        || others.stream()
                                .anyMatch(other -> other.contains(last.tokens()) == false)) {
                    break;
                }
                Extent run = WrittenText.extent(shingles, from, to);
                runs.add(first.get(run.text()).text().substring(run.start(), run.end()));
            }
        }
        // The first of equally long ones.
        return runs.stream().max(
                Comparator.comparingInt(String::length)
                        .thenComparing(run -> -runs.indexOf(run)));
    }

    public void testALongOneIsCutAndDoesNotEndInHalfACharacter() {
        String text = "x" + "\uD840\uDC0B".repeat(SharedPassage.MAX_LENGTH);
        List<List<String>> copies = List.of(List.of(text), List.of(text));
        TextSketcher sketcher = ShingledTextTest.words(1);
        assertEquals(
                Optional.of(
                        new SharedPassage(text.substring(0, SharedPassage.MAX_LENGTH - 1), true)),
                SharedPassage.of(sketcher, copies, JobMonitor.NONE));
    }

    public void testOnlyTheBeginningOfLongDocumentsIsRead() {
        String different = IntStream.range(0, SharedPassage.MAX_READ).mapToObj(i -> "w" + i)
                .collect(Collectors.joining(" "));
        CountingMonitor monitor = CountingMonitor.unlimited();
        assertEquals(
                Optional.empty(),
                SharedPassage.of(
                        ShingledTextTest.words(2),
                        List.of(List.of(different, "a b c"), List.of("d e f", "a b c")), monitor));
        assertEquals(0, monitor.reserved());
        assertTrue(monitor.peak() + " bytes", monitor.peak() < 100L * SharedPassage.MAX_READ);
    }

    private static Optional<SharedPassage> find(
            TextSketcher sketcher, List<List<WrittenText>> documents) {
        return SharedPassage.of(
                sketcher,
                documents.stream()
                        .map(document -> document.stream().map(WrittenText::text).toList())
                        .toList(),
                JobMonitor.NONE);
    }
}
