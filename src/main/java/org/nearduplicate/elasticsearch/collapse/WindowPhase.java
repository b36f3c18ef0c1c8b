package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.version.HitFields;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.Verify;

/**
 * Adds to the hits of a {@link WindowRequest} what is compared of them, as fields of bytes: as the caller sees the
 * shard, so a hit whose field is hidden is one without text.
 */
public final class WindowPhase implements FetchSubPhase {

    /** What the shard tells of the field, with one of its hits at least. */
    static final String DESCRIPTION = "near_duplicate.field";

    /** The signature of a hit, if it has a text. */
    static final String SIGNATURE = "near_duplicate.signature";

    /** The shingle set of a hit. */
    static final String SET = "near_duplicate.set";

    /** Returns what adds them, or null for other searches. */
    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) throws IOException {
        if (context.getSearchExt(WindowRequest.NAME) instanceof WindowRequest request) {
            SearchExecutionContext execution = context.getSearchExecutionContext();
            MinHashFieldType field = MinHashFieldType.require(request.field, execution);
            field.requireOutsideOfNested(execution);
            FieldSets sets = new FieldSets(field, execution);
            return request.sets
                    ? new Sets(sets.storedOrFromSource(field.memory()))
                    : new Signatures(field, describe(field, sets, request.verify));
        }
        return null;
    }

    private static FieldDescription describe(
            MinHashFieldType field, FieldSets sets, Verify asked) throws IOException {
        FieldSets.Choice choice = sets.choose(asked, field.memory());
        if (choice.verify() == Verify.EXACT) {
            sets.requireAny();
        }
        return field.description(choice);
    }

    private abstract static class Processor implements FetchSubPhaseProcessor {

        @Override
        public final StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }

        static void add(HitContext hit, String name, byte[] bytes) {
            HitFields.add(hit.hit(), new DocumentField(name, List.of(bytes)));
        }
    }

    private static final class Signatures extends Processor {

        private final MinHashFieldType field;
        private final FieldDescription description;
        private boolean described;
        private StoredValues signatures;

        Signatures(MinHashFieldType field, FieldDescription description) {
            this.field = field;
            this.description = description;
        }

        @Override
        public void setNextReader(LeafReaderContext segment) throws IOException {
            signatures = StoredValues.signatures(
                    segment.reader(), field.name(), description.scheme().signatureFormat());
        }

        @Override
        public void process(HitContext hit) throws IOException {
            if (described == false) {
                add(hit, DESCRIPTION, bytes(description));
                described = true;
            }
            BytesRef signature = signatures.valueIfAny(hit.docId());
            if (signature != null) {
                add(hit, SIGNATURE, BytesRef.deepCopyOf(signature).bytes);
            }
        }

        private static byte[] bytes(FieldDescription description) throws IOException {
            try (BytesStreamOutput out = new BytesStreamOutput()) {
                description.writeTo(out);
                return BytesReference.toBytes(out.bytes());
            }
        }
    }

    private static final class Sets extends Processor {

        private final DocumentSource<BytesRef> source;
        private DocumentSource.Reader<BytesRef> sets;

        Sets(DocumentSource<BytesRef> source) {
            this.source = source;
        }

        @Override
        public void setNextReader(LeafReaderContext segment) throws IOException {
            sets = source.open(segment, false);
        }

        @Override
        public void process(HitContext hit) throws IOException {
            add(hit, SET, BytesRef.deepCopyOf(sets.read(hit.docId())).bytes);
        }
    }
}
