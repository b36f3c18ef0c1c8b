package org.nearduplicate.elasticsearch.peers;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.lucene.DocumentSource;

/** Adds to the hits of a search that has a {@link PeerRequest} what makes documents their peers. */
public final class PeerPhase implements FetchSubPhase {

    /**
     * What makes documents the peers of a hit.
     *
     * @param bytes laid out by {@link org.nearduplicate.peers.PeerFormat}; null if it is a peer of none
     * @param kinds the kinds of the values in its shard
     */
    public record Peer(byte[] bytes, String kinds) {

        /** What has to be so for documents of several indices to be compared. */
        public static final String ONE_KIND =
                "[" + PeerOptions.SAME + "] must be fields with values of one kind in all indices";

        /** Returns that of a hit, or null if its search has no request. */
        public static Peer of(SearchHit hit) {
            return of(hit.field(PeerRequest.NAME));
        }

        /** Returns what was added as a field, or null if nothing was. */
        public static Peer of(DocumentField field) {
            if (field == null) {
                return null;
            }
            List<Object> values = field.getValues();
            return new Peer(
                    values.size() == 1 ? null : (byte[]) values.get(1), (String) values.getFirst());
        }

        /**
         * Checks that the values of two documents can be compared.
         *
         * @throws IllegalArgumentException if they are of different kinds
         */
        public void requireKinds(String others) {
            if (kinds.equals(others) == false) {
                throw new IllegalArgumentException(
                        ONE_KIND + ", got [" + kinds + "] and [" + others + "]");
            }
        }
    }

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        return context.getSearchExt(PeerRequest.NAME) instanceof PeerRequest request
                ? new Processor(
                        PeerValues.open(context.getSearchExecutionContext(), request.options))
                : null;
    }

    /** Asks the shards of a search for the peers of its hits. It cannot be written by users. */
    public static final class PeerRequest extends SearchExtBuilder {

        /** Its name between nodes, and that of the field that is added. */
        public static final String NAME = "near_duplicate.peer";

        private final PeerOptions options;

        /** @param options what peers have in common */
        public PeerRequest(PeerOptions options) {
            this.options = options;
        }

        /** Reads what {@link #writeTo} wrote. */
        public PeerRequest(StreamInput in) throws IOException {
            this(new PeerOptions(WireVersion.check(in)));
        }

        @Override
        public String getWriteableName() {
            return NAME;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            WireVersion.write(out);
            options.writeTo(out);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
            return options.toXContent(builder.startObject(NAME), params).endObject();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PeerRequest that && options.equals(that.options);
        }

        @Override
        public int hashCode() {
            return Objects.hash(options);
        }
    }

    private static final class Processor implements FetchSubPhaseProcessor {

        private final PeerValues values;
        private DocumentSource.Reader<BytesRef> segmentValues;

        Processor(PeerValues values) {
            this.values = values;
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }

        @Override
        public void setNextReader(LeafReaderContext segment) {
            segmentValues = values.open(segment, false);
        }

        @Override
        public void process(HitContext hit) throws IOException {
            BytesRef peer = segmentValues.read(hit.docId());
            List<Object> added = peer == null
                    ? List.of(values.kinds())
                    : List.of(values.kinds(), BytesRef.deepCopyOf(peer).bytes);
            hit.hit().addDocumentFields(
                    Map.of(PeerRequest.NAME, new DocumentField(PeerRequest.NAME, added)), Map.of());
        }
    }
}
