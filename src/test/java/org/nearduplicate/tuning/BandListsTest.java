package org.nearduplicate.tuning;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.sketch.Banding;

/** Which bandings are tried. */
public class BandListsTest {

    @Test
    public void combinationsThatFit() {
        BandLists lists = new BandLists(List.of(4, 8), List.of(2, 5), 0.99);
        assertThat(
                bandings(lists, 32),
                contains(new Banding(4, 2), new Banding(4, 5), new Banding(8, 2)));
    }

    @Test
    public void bandsAloneHaveAsManyRowsAsThereAre() {
        assertThat(
                bandings(new BandLists(List.of(5, 30, 64, 65), List.of(), 0.99), 128),
                contains(new Banding(5, 6), new Banding(30, 4), new Banding(64, 2)));
    }

    /** Of eight bands three rows find 99.69% of .8 and four 98.62%; of .5 even two find no more than 90.05%. */
    @Test
    public void listedBandsTakeTheRowsThatHaveTheRecallOrTheFewest() {
        BandLists lists = new BandLists(List.of(8), List.of(5), 0.99);
        BandChoice enough = lists.choices(64, 0.8).iterator().next();
        assertEquals(new BandChoice(new Banding(8, 5), CurveGoal.find(0.8, 0.99)), enough);
        assertEquals(new Banding(8, 3), enough.taken());
        BandChoice most = lists.choices(64, 0.5).iterator().next();
        assertEquals(new Banding(8, 2), most.taken());
        assertEquals(0.9005, most.recall(), 0.00005);
        assertEquals(
                "a mapping that says so is accepted", most,
                BandChoice.resolve(8, 5, 0.5, most.recall(), 64));
    }

    @Test
    public void chosenOnesBeginWithTheChoiceOfTheMapping() {
        for (double similarity : new double[] {0.5, 0.7, 0.8, 0.9, 1}) {
            for (double recall : new double[] {0.8, 0.95, 0.99, 0.9995}) {
                List<BandChoice> choices = List.copyOf(
                        new BandLists(List.of(), List.of(), recall).choices(128, similarity));
                assertEquals(
                        BandChoice.resolve(null, null, similarity, recall, 128),
                        choices.getFirst());
                assertTrue("four recalls, three curves", choices.size() <= 12);
                assertEquals(
                        "no two do the same", choices.size(),
                        choices.stream().map(each -> each.banding() + " " + each.taken())
                                .distinct().count());
                for (BandChoice choice : choices) {
                    assertTrue(choice.banding().components() <= 128);
                    assertTrue(choice.taken().probability(similarity) >= choice.recall());
                }
            }
        }
    }

    /** Of at most four rows nine bands are the cheapest that find .8. */
    @Test
    public void rowsAloneBoundThoseThatAreChosen() {
        BandLists lists = new BandLists(List.of(), List.of(4, 2), 0.99);
        List<BandChoice> choices = List.copyOf(lists.choices(192, 0.8));
        assertEquals(
                new BandChoice(new Banding(9, 4), CurveGoal.find(0.8, 0.99)), choices.getFirst());
        assertEquals(
                List.of(2, 4),
                choices.stream().map(each -> each.banding().rows()).distinct().sorted().toList());
        assertEquals(
                "each is counted, whatever it is made for", choices.size(),
                lists.count(192, List.of(0.8)));
    }

    private static List<Banding> bandings(BandLists lists, int hashCount) {
        return lists.choices(hashCount, 0.8).stream().map(BandChoice::banding).toList();
    }
}
