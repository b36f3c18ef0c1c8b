package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.index.mapper.DocumentMapper;

/** The mode of an index that stores values in columns alone takes the field beside another one. */
public class ColumnarIndexTests extends MinHashMapperTestCase {

    private static final String TEXT = "a text that stands in many places";

    public void testMultiFieldOnly() throws IOException {
        IllegalArgumentException refusal =
                expectThrows(
                        IllegalArgumentException.class,
                        () -> createColumnarModeDocumentMapper(minimal()));
        assertThat(refusal.getMessage(),
                containsString("field [field] cannot reconstruct _source"));
        DocumentMapper mapper = createColumnarModeDocumentMapper(multiField("keyword"));
        assertThat(
                index(mapper, "field.near", b -> b.field(FIELD, TEXT)),
                equalTo(indexValue(createDocumentMapper(minimal()), List.of(TEXT))));
    }
}
