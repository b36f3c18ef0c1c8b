package org.nearduplicate.tuning;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.Verify;

/** What is on the front is beaten by nothing, and what is not is beaten by something that is. */
public class FrontTest extends LuceneTestCase {

    public void testFront() {
        List<SettingResult> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int pairs = random().nextInt(9);
            rows.add(
                    Rows.row(randomFrom(random(), List.of(0.5, 0.8)))
                            .counts(pairs, 0, 0)
                            .found(pairs == 0 ? Double.NaN : random().nextInt(8) / 8.0, 0)
                            .bytes(10 * random().nextInt(20))
                            .texts(random().nextInt(4))
                            .build());
        }
        Verify verify = randomFrom(random(), Verify.values());
        Set<SettingResult> front = Tuning.front(rows, verify);
        for (int i = 0; i < rows.size(); i++) {
            SettingResult row = rows.get(i);
            boolean beatenByFront = false;
            for (int j = 0; j < rows.size(); j++) {
                boolean beaten = beats(rows.get(j), row, verify);
                assertFalse("on the front, and beaten", front.contains(row) && beaten);
                beatenByFront |= beaten && front.contains(rows.get(j));
            }
            boolean nothingToFind = row.pairs().toFind() == 0;
            assertTrue(front.contains(row) || beatenByFront || nothingToFind);
            assertFalse(front.contains(row) && nothingToFind);
        }
    }

    /** As many rows as a cluster may allow, none of which beats another: each pair would be 10^10 steps. */
    public void testRowsAreNotComparedWithEachOther() {
        int rows = 100_000;
        List<SettingResult> all = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            all.add(Rows.row(0.8).counts(9, 0, 1).found(1.0 * i / rows, 0).bytes(i).build());
        }
        Collections.shuffle(all, random());
        assertEquals(Set.copyOf(all), Tuning.front(all, Verify.EXACT));
    }

    private static boolean beats(SettingResult a, SettingResult b, Verify verify) {
        double recallA = a.pairs().recall();
        double recallB = b.pairs().recall();
        double costA = a.cost(verify);
        double costB = b.cost(verify);
        return a.setting().similarity() == b.setting().similarity()
                && recallA >= recallB
                && costA <= costB
                && (recallA > recallB || costA < costB);
    }
}
