package org.nearduplicate.tuning;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Test;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** The bytes that band terms are said to take, against the files of an index of the sample, of one segment as Lucene writes it. */
public class TermBytesTest {

    private static final int DOCUMENTS = 2_000;

    /** From lone texts to twenty copies of each; lists of long runs of documents, as of one text alone, are much shorter. */
    @Test
    public void withinAThirdOfTheFiles() throws IOException {
        for (int texts : new int[] {100, 400, 1_000, DOCUMENTS}) {
            List<List<String>> sample = IntStream.range(0, DOCUMENTS)
                    .mapToObj(i -> List.of("a" + i % texts, "b" + i % texts, "c" + i % 3))
                    .toList();
            ParameterGrid grid = Samples.grid(
                    ShingleUnit.WORD, List.of(1), HashFunction.XXH3,
                    SketchAlgorithm.FAST_SIMILARITY, List.of(96),
                    new BandLists(List.of(12, 42), List.of(2, 6), 0.99), List.of(0.8));
            for (SettingResult row : Samples.run(sample, grid).rows()) {
                try (RealIndex index = new RealIndex(sample, row.setting())) {
                    double inFiles = (double) index.fileBytes() / DOCUMENTS;
                    assertEquals(texts + " texts", inFiles, row.bandTermBytes(), inFiles / 3);
                }
            }
        }
    }
}
