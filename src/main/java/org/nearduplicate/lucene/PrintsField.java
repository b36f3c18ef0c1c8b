package org.nearduplicate.lucene;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;

/**
 * The {@linkplain org.nearduplicate.sketch.Prints prints} of one document beside its signature: a term each in the
 * inverted index, and their number in numeric doc values, under one name.
 */
final class PrintsField extends Field {

    private static final FieldType TYPE = new FieldType();

    static {
        TYPE.setTokenized(true);
        TYPE.setIndexOptions(IndexOptions.DOCS);
        TYPE.setOmitNorms(true);
        TYPE.setDocValuesType(DocValuesType.NUMERIC);
        TYPE.freeze();
    }

    private final MinHashField field;

    /**
     * @param field its prints are indexed; it is asked when Lucene asks for the content
     */
    PrintsField(MinHashField field) {
        super(StoredValues.printsField(field.name()), TYPE);
        this.field = field;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return PrintStream.reuse(reuse, field.printKeys());
    }

    @Override
    public Number numericValue() {
        return field.printKeys().length;
    }
}
