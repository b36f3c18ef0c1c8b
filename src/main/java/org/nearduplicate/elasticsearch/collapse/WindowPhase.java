package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.Verify;

/**
 * Adds to the hits of a {@link WindowRequest} what is compared of them, as fields of bytes: as the caller sees the
 * shard, so a hit whose field is hidden is one without text.
 */
public final class WindowPhase implements FetchSubPhase {

    /** What the shard reports of the field, with at least one of its hits. */
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
            FieldSets sets = new FieldSets(field, execution, field.memory());
            if (request.sets) {
                DocumentSource<BytesRef> source = sets.storedOrFromSource();
                return new Processor(SET, segment -> source.open(segment, false)::read, null);
            }
            FieldDescription description = field.description(sets.choose(request.verify));
            return new Processor(
                    SIGNATURE,
                    segment -> StoredValues.signatures(
                            segment.reader(), field.name(),
                            description.scheme().signatureFormat())::valueIfAny,
                    description);
        }
        return null;
    }

    /** Asks the shards of a search for what is compared of its hits. It cannot be written by users. */
    public static final class WindowRequest extends SearchExtBuilder {

        /** Its name between nodes. */
        public static final String NAME = "near_duplicate_window";

        private final String field;
        private final Verify verify;
        private final boolean sets;

        /**
         * @param verify how hits will be compared, or null for exactly where that is possible
         * @param sets whether shingle sets are requested, instead of signatures and what the shards report of the field
         */
        WindowRequest(String field, Verify verify, boolean sets) {
            this.field = field;
            this.verify = verify;
            this.sets = sets;
        }

        /** Reads what {@link #writeTo} wrote. */
        public WindowRequest(StreamInput in) throws IOException {
            this(
                    WireVersion.check(in).readString(),
                    in.readOptionalEnum(Verify.class),
                    in.readBoolean());
        }

        @Override
        public String getWriteableName() {
            return NAME;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            WireVersion.write(out);
            out.writeString(field);
            out.writeOptionalEnum(verify);
            out.writeBoolean(sets);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
            builder.startObject(NAME);
            builder.field(CollapseOptions.FIELD, field);
            RequestBody.write(builder, Verify.PARAMETER, verify);
            builder.field("sets", sets);
            return builder.endObject();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof WindowRequest that
                    && field.equals(that.field)
                    && verify == that.verify
                    && sets == that.sets;
        }

        @Override
        public int hashCode() {
            return Objects.hash(field, verify, sets);
        }
    }

    /** Adds values of hits, by their numbers in a segment, and to the first of them a description if there is one. */
    private static final class Processor implements FetchSubPhaseProcessor {

        private final String name;
        private final CheckedFunction<LeafReaderContext, DocumentSource.Reader<BytesRef>, IOException> segments;
        private DocumentSource.Reader<BytesRef> values;
        private FieldDescription description;

        Processor(
                String name,
                CheckedFunction<LeafReaderContext, DocumentSource.Reader<BytesRef>, IOException> segments,
                FieldDescription description) {
            this.name = name;
            this.segments = segments;
            this.description = description;
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }

        @Override
        public void setNextReader(LeafReaderContext segment) throws IOException {
            values = segments.apply(segment);
        }

        @Override
        public void process(HitContext hit) throws IOException {
            if (description != null) {
                try (BytesStreamOutput out = new BytesStreamOutput()) {
                    description.writeTo(out);
                    add(hit, DESCRIPTION, BytesReference.toBytes(out.bytes()));
                }
                description = null;
            }
            BytesRef value = values.read(hit.docId());
            if (value != null) {
                add(hit, name, BytesRef.deepCopyOf(value).bytes);
            }
        }

        private static void add(HitContext hit, String name, byte[] bytes) {
            hit.hit().addDocumentFields(
                    Map.of(name, new DocumentField(name, List.of(bytes))), Map.of());
        }
    }
}
