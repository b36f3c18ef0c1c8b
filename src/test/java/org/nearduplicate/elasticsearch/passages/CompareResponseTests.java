package org.nearduplicate.elasticsearch.passages;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.passages.CompareResponse.Side;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.passages.CommonPassages;
import org.nearduplicate.passages.CommonPassages.Passage;
import org.nearduplicate.passages.Comparison;
import org.nearduplicate.passages.Extent;

/** The answer as users read it. */
public class CompareResponseTests extends ESTestCase {

    public void testOneDocumentAndSeveralTexts() {
        Side a = new Side(new DocumentReference("news", "1", "r"), List.of("0123456789"));
        Side b = new Side(null, List.of("01234", "567"));
        Passage passage = new Passage(new Extent(0, 3, 7), new Extent(1, 0, 3), 2);
        Comparison comparison = new Comparison(
                0.5, 0.25, 8, 16, 4, new CommonPassages(List.of(passage), 3));
        assertThat(
                Strings.toString(new CompareResponse(a, b, comparison, false, 7)),
                equalTo(
                        "{\"took\":7,\"similarity\":0.5,\"estimated_similarity\":0.25,"
                                + "\"a\":{\"document\":{\"_index\":\"news\",\"_id\":\"1\",\"_routing\":\"r\"},"
                                + "\"characters\":10,\"shingles\":8,\"share_in_other\":0.5},"
                                + "\"b\":{\"characters\":8,\"shingles\":16,\"share_in_other\":0.25},"
                                + "\"counts\":{\"shingles_in_common\":4,\"passages\":3},"
                                + "\"passages\":[{\"shingles\":2,\"a\":{\"start\":3,\"length\":4},"
                                + "\"b\":{\"value\":1,\"start\":0,\"length\":3}}]}"));
    }
}
