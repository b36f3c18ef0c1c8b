package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;

/** The texts that the documents of a test store, and under {@code id} a number, and which were read. */
public final class StoredTexts implements DocumentSource<List<String>> {

    /** The field whose stored values are the texts. */
    public static final String NAME = "text";

    private final Function<List<String>, List<String>> change;
    private final List<Integer> read = Collections.synchronizedList(new ArrayList<>());

    /** Gives back what was indexed. */
    public StoredTexts() {
        this(Function.identity());
    }

    /** Returns the Lucene fields that store the values of a sample. */
    public static List<StoredField> fields(Sample sample) {
        return sample.values().stream().map(value -> new StoredField(NAME, value)).toList();
    }

    /** Gives back other texts than were indexed. */
    StoredTexts(Function<List<String>, List<String>> change) {
        this.change = change;
    }

    /** Returns the ids of the documents that were read, as often as they were. */
    List<Integer> read() {
        return read;
    }

    @Override
    public Reader<List<String>> open(LeafReaderContext segment, boolean dense) throws IOException {
        StoredFields fields = segment.reader().storedFields();
        return new Reader<>() {
            @Override
            public List<String> read(int doc) throws IOException {
                read.add(id(doc));
                return change.apply(
                        List.of(
                                fields.document(doc, Set.of(NAME))
                                        .getValues(NAME)));
            }

            @Override
            public String name(int doc) {
                try {
                    return Integer.toString(id(doc));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }

            private int id(int doc) throws IOException {
                return Integer.parseInt(fields.document(doc).get(SampleIndex.ID));
            }
        };
    }
}
