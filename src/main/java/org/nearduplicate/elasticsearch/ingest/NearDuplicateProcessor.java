package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.lookup.LookupText;

/** The processor {@code near_duplicate}. It waits for lookups without a thread. Immutable. */
final class NearDuplicateProcessor extends AbstractProcessor {

    /** Its name. */
    static final String TYPE = "near_duplicate";

    private static final String OF = "of";
    private static final String PIPELINE = "pipeline";

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
        Target target;
        Question question;
        try {
            List<String> values =
                    TextValues.of(document, options.field(), options.ignoreMissing());
            target = target(document);
            if (values.isEmpty()) {
                removeTag(document);
            }
            question = values.isEmpty() ? null : question(document, values, handler);
        } catch (RuntimeException e) {
            handler.accept(null, e);
            return;
        }
        // What follows calls the handler once, and throws nothing: what others throw is theirs.
        if (question == null) {
            handler.accept(document, null);
        } else {
            ingest.ask(target, question);
        }
    }

    private Target target(IngestDocument document) {
        return new Target(
                document.renderTemplate(options.index()), options.nearField(), options.verify());
    }

    private Question question(
            IngestDocument document, List<String> values,
            BiConsumer<IngestDocument, Exception> handler) {
        PipelineCounters counters = ingest.counters(pipeline(document));
        long startNanos = System.nanoTime();
        return ingest.question(
                new LookupText(
                        values, options.minSimilarity(), options.recall(), options.maxMatches()),
                document.getMetadata(),
                options.onMatch(),
                options.destination() == null
                        ? null
                        : document.renderTemplate(options.destination()),
                new ActionListener<>() {

                    @Override
                    public void onResponse(Verdict verdict) {
                        counters.waited(System.nanoTime() - startNanos);
                        handle(document, verdict, counters, handler);
                    }

                    @Override
                    public void onFailure(Exception failure) {
                        counters.failed(System.nanoTime() - startNanos);
                        handler.accept(null, failure);
                    }
                });
    }

    private static String pipeline(IngestDocument document) {
        return String.valueOf(document.getIngestMetadata().get(PIPELINE));
    }

    private void handle(
            IngestDocument document, Verdict verdict, PipelineCounters counters,
            BiConsumer<IngestDocument, Exception> handler) {
        IngestDocument kept;
        try {
            kept = apply(document, verdict, counters);
        } catch (RuntimeException e) {
            handler.accept(null, e);
            return;
        }
        handler.accept(kept, null);
    }

    /** Returns the document as it goes on, or null if it does not. */
    private IngestDocument apply(
            IngestDocument document, Verdict verdict, PipelineCounters counters) {
        if (verdict.givenId() != null) {
            document.getMetadata().setId(verdict.givenId());
        }
        List<Match> matches = verdict.matches();
        counters.answered(matches.isEmpty() == false);
        if (matches.isEmpty()) {
            removeTag(document);
            return document;
        }
        switch (options.onMatch()) {
            case TAG -> tag(document, matches);
            case REROUTE -> {
                tag(document, matches);
                document.reroute(document.renderTemplate(options.destination()));
                counters.rerouted();
            }
            case DROP -> {
                counters.dropped();
                return null;
            }
            case FAIL -> throw refusal(matches.getFirst());
        }
        return document;
    }

    private void tag(IngestDocument document, List<Match> matches) {
        // Of kinds that other processors can change.
        Map<String, Object> tag = new HashMap<>();
        tag.put(OF, matches.stream().map(Match::toMap)
                .collect(Collectors.toCollection(ArrayList::new)));
        document.setFieldValue(document.renderTemplate(options.targetField()), tag);
    }

    /**
     * A document that is read from an index and written again may have one. One that replaces only the fields that it has
     * replaces the tag by nothing, but if it leaves the text that the tag is of.
     */
    private void removeTag(IngestDocument document) {
        if (options.targetField() == null) {
            return;
        }
        boolean isPartial = ingest.isPartial(document.getMetadata());
        if (isPartial && document.hasField(options.field()) == false) {
            return;
        }
        String targetField = document.renderTemplate(options.targetField());
        if (isPartial) {
            document.setFieldValue(targetField, (Object) null);
        } else if (document.hasField(targetField)) {
            document.removeField(targetField);
        }
    }

    private static ElasticsearchStatusException refusal(Match match) {
        return new ElasticsearchStatusException(
                "the document is a near duplicate of [{}] in [{}], with a similarity of [{}]",
                RestStatus.CONFLICT, match.document().id(), match.document().index(),
                match.similarity());
    }
}
