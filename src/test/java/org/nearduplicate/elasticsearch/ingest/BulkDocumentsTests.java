package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.SoughtText;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.SketchedText;

/** Documents of one request are compared with those before them as they would be if an index had these. */
public class BulkDocumentsTests extends ESTestCase {

    /** Copies that agree in the first rows of each band, and in no more. */
    public void testThoseThatShareTheRowsOfALookup() {
        SoughtText text = LookedUp.sought("a text of some words, of which there is a copy");
        LookupResponse response = LookedUp.answer(LookedUp.FIELD, List.of(), List.of());
        BulkDocuments documents = new BulkDocuments(List.of());
        for (int shared = BandRows.FEWEST; shared < BandRows.MOST; shared++) {
            documents.admit(
                    LookedUp.FIELD, LookedUp.name("news", shared + " rows"), Match.UNKNOWN,
                    sharing(shared, text.text()));
        }
        for (int rows = BandRows.FEWEST; rows <= BandRows.MOST; rows++) {
            List<Match> similar = documents.similar(
                    response.indices().getFirst(),
                    new SoughtText(text.text(), rows, text.minSimilarity(), text.size()),
                    text.size(), null, Match.UNKNOWN, new WriteShards(response.project()));
            assertThat(rows + " rows", similar.size(), equalTo(BandRows.MOST - rows));
        }
    }

    private static SketchedText sharing(int rows, SketchedText text) {
        long[] keys = text.keys().clone();
        for (int band = 0; band < keys.length; band++) {
            keys[band] ^= BandRows.last(0, rows) ^ BandRows.last(0, rows + 1);
        }
        return SketchedText.read(
                LookedUp.SCHEME, keys, text.signature().stored(), text.shingles().toBytes());
    }
}
