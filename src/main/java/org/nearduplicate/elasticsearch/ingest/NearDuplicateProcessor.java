package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.ingest.PendingDocument.Decision;
import org.nearduplicate.elasticsearch.ingest.PipelineCounts.Count;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.Match;

/** The processor {@code near_duplicate}. It waits for lookups without a thread. Immutable. */
final class NearDuplicateProcessor extends AbstractProcessor {

    /** Its name. */
    static final String TYPE = "near_duplicate";

    private static final String[] NONE = {};

    private final ProcessorOptions options;
    private final NearDuplicateIngest ingest;

    NearDuplicateProcessor(String tag, String description, ProcessorOptions options,
            NearDuplicateIngest ingest) {
        super(tag, description);
        this.options = options;
        this.ingest = ingest;
    }

    @Override
    public String getType() {
        return TYPE;
    }

    @Override
    public boolean isAsync() {
        return true;
    }

    @Override
    public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
        PendingDocument pending;
        try {
            List<String> texts = texts(document, options.fields(), options.ignoreMissing());
            Target target = new Target(
                    document.renderTemplate(options.index()), options.nearField(),
                    options.verify(), options.ignore(), options.counterparts());
            if (texts.isEmpty()) {
                removeTag(document);
            }
            pending = texts.isEmpty() ? null : pending(document, target, texts, handler);
        } catch (RuntimeException e) {
            handler.accept(null, e);
            return;
        }
        // From here on the handler is called once, and only the handler itself may throw.
        if (pending == null) {
            handler.accept(document, null);
        } else {
            ingest.add(pending);
        }
    }

    /**
     * Returns the texts of a document, as a mapping would take them: those of all its fields, one after the other; none
     * if all are missing or null.
     *
     * @throws IllegalArgumentException if all are missing and must not be, or one is no text
     */
    static List<String> texts(
            IngestDocument document, List<String> fields, boolean ignoreMissing) {
        List<String> texts = new ArrayList<>(fields.size());
        boolean isMissing = true;
        for (String field : fields) {
            Object value = document.getFieldValue(field, Object.class, true);
            isMissing &= value == null;
            addTexts(field, value, texts);
        }
        if (isMissing && ignoreMissing == false) {
            throw new IllegalArgumentException(
                    "[" + ProcessorOptions.FIELD + "] " + fields
                            + " is missing or null, without ["
                            + ProcessorOptions.IGNORE_MISSING + "] true");
        }
        return texts;
    }

    private static void addTexts(String field, Object value, List<String> texts) {
        switch (value) {
            case null -> {
            }
            case String text -> texts.add(text);
            case Number number -> texts.add(number.toString());
            case Boolean bool -> texts.add(bool.toString());
            case List<?> list -> list.forEach(element -> addTexts(field, element, texts));
            default ->
                throw new IllegalArgumentException(
                        "[" + ProcessorOptions.FIELD + "] [" + field
                                + "] must be a text or an array of texts, got one of type ["
                                + value.getClass().getSimpleName() + "]");
        }
    }

    private PendingDocument pending(
            IngestDocument document, Target target, List<String> texts,
            BiConsumer<IngestDocument, Exception> handler) {
        PipelineCounts counts = ingest.counts(
                String.valueOf(document.getIngestMetadata().get("pipeline")));
        long startNanos = System.nanoTime();
        return new PendingDocument(
                target,
                // One more than is named, as one may be the document itself.
                new LookupText(
                        texts, options.minSimilarity(), options.recall(), options.minShingles(),
                        options.maxMatches() + 1, source(document)),
                options.maxMatches(),
                document.getMetadata().getIndex(),
                document.getMetadata().getId(),
                document.getMetadata().getRouting(),
                switch (options.onMatch()) {
                    case TAG -> document.getMetadata().getIndex();
                    case REROUTE -> document.renderTemplate(options.destination());
                    case DROP, FAIL -> null;
                },
                ingest.context(),
                new ActionListener<>() {

                    @Override
                    public void onResponse(Decision decision) {
                        counts.add(Count.NANOS, System.nanoTime() - startNanos);
                        IngestDocument kept;
                        try {
                            kept = apply(document, decision, counts);
                        } catch (RuntimeException e) {
                            handler.accept(null, e);
                            return;
                        }
                        handler.accept(kept, null);
                    }

                    @Override
                    public void onFailure(Exception failure) {
                        counts.add(Count.NANOS, System.nanoTime() - startNanos);
                        counts.add(Count.FAILED, 1);
                        handler.accept(null, failure);
                    }
                });
    }

    /**
     * Returns what has to be known of a document to find those that it is compared with, or null if nothing has: all of it,
     * as only its mapping knows which fields are made from which, but for its texts, unless these count too.
     */
    private BytesReference source(IngestDocument document) {
        Counterparts counterparts = options.counterparts();
        if (counterparts.areAll()) {
            return null;
        }
        String[] texts = counterparts.filter() != null
                ? NONE
                : options.fields().stream()
                        .filter(text -> counterparts.peers().fields().noneMatch(
                                field -> field.equals(text) || field.startsWith(text + ".")))
                        .toArray(String[]::new);
        try (XContentBuilder json = JsonXContent.contentBuilder()) {
            return BytesReference.bytes(
                    json.map(XContentMapValues.filter(document.getSource(), NONE, texts)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the document as the pipeline goes on with it, or null if it is dropped. */
    private IngestDocument apply(
            IngestDocument document, Decision decision, PipelineCounts counts) {
        if (decision.givenId() != null) {
            document.getMetadata().setId(decision.givenId());
        }
        List<Match> matches = decision.matches();
        counts.add(Count.LOOKED_UP, 1);
        if (decision.isTooShort()) {
            counts.add(Count.TOO_SHORT, 1);
        }
        if (matches.isEmpty()) {
            removeTag(document);
            return document;
        }
        counts.add(Count.FOUND, 1);
        switch (options.onMatch()) {
            case TAG -> tag(document, matches);
            case REROUTE -> {
                tag(document, matches);
                document.reroute(document.renderTemplate(options.destination()));
                counts.add(Count.REROUTED, 1);
            }
            case DROP -> {
                counts.add(Count.DROPPED, 1);
                return null;
            }
            case FAIL -> {
                Match match = matches.getFirst();
                throw new ElasticsearchStatusException(
                        "the document is a near duplicate of [{}] in [{}], with a similarity of [{}]",
                        RestStatus.CONFLICT, match.document().id(), match.document().index(),
                        match.similarity());
            }
        }
        return document;
    }

    private void tag(IngestDocument document, List<Match> matches) {
        // Mutable collections, as other processors may change them.
        List<Object> of = new ArrayList<>();
        for (Match match : matches) {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("_index", match.document().index());
            named.put("_id", match.document().id());
            named.put("similarity", match.similarity());
            of.add(named);
        }
        document.setFieldValue(
                document.renderTemplate(options.targetField()), new HashMap<>(Map.of("of", of)));
    }

    /**
     * Removes the tag that a document may have from an earlier write. A document that replaces only the fields that it
     * has gets an empty tag instead, unless it leaves the text as it was.
     */
    private void removeTag(IngestDocument document) {
        if (options.targetField() == null) {
            return;
        }
        String targetField = document.renderTemplate(options.targetField());
        if (ingest.isPartial(document.getMetadata())) {
            if (options.fields().stream().anyMatch(document::hasField)) {
                document.setFieldValue(targetField, (Object) null);
            }
        } else if (document.hasField(targetField)) {
            document.removeField(targetField);
        }
    }
}
