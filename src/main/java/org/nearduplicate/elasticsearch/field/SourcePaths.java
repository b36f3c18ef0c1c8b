package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.search.SearchHit.NestedIdentity;
import org.elasticsearch.search.lookup.Source;
import org.elasticsearch.search.lookup.SourceFilter;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.elasticsearch.xcontent.XContentParserConfiguration;

/**
 * Where the values of a field stand in {@code _source}. They are read as they were when the document was
 * indexed: a number by its digits, {@code 1e3} is not {@code 1000.0}. Everything else is skipped. Immutable.
 */
final class SourcePaths {

    private final Set<String> paths;

    /** The objects on the way to these paths: {@code a} and {@code a.b} for {@code a.b.c}. */
    private final Set<String> ancestors = new HashSet<>();

    /** The paths are the full names of the fields whose values are those of the field. */
    SourcePaths(Set<String> paths) {
        this.paths = Set.copyOf(paths);
        for (String path : paths) {
            for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
                ancestors.add(path.substring(0, dot));
            }
        }
    }

    /** Returns a filter of the values that a synthetic source has to be made of. */
    SourceFilter filter() {
        return new SourceFilter(paths.toArray(String[]::new), null);
    }

    /** Reads the values of a nested document, or of the root if {@code nested} is null. */
    List<String> read(Source source, NestedIdentity nested) throws IOException {
        try (XContentParser parser = XContentHelper.createParserNotCompressed(
                XContentParserConfiguration.EMPTY, source.internalSourceRef(),
                source.sourceContentType())) {
            Walk walk = new Walk(parser, nested);
            parser.nextToken();
            walk.object("");
            return walk.texts;
        }
    }

    /** One pass through a source. */
    private final class Walk {

        private final XContentParser parser;
        private final List<String> texts = new ArrayList<>();

        /** The nested level to be found next, its full name, and how many of its objects come before the one that is read. */
        private NestedIdentity level;
        private String levelPath;
        private int before;

        /** Whether the nested object was read: nothing else is needed. */
        private boolean isDone;

        Walk(XContentParser parser, NestedIdentity nested) {
            this.parser = parser;
            find(nested, "");
        }

        /** Reads an object, its fields in the order in which they stand. */
        void object(String prefix) throws IOException {
            while (isDone == false && parser.nextToken() == Token.FIELD_NAME) {
                String path = prefix + parser.currentName();
                parser.nextToken();
                value(path);
            }
        }

        private void value(String path) throws IOException {
            switch (parser.currentToken()) {
                case START_OBJECT -> objectAt(path);
                case START_ARRAY -> array(path);
                case VALUE_NULL -> {
                }
                default -> {
                    if (level == null && paths.contains(path)) {
                        texts.add(parser.text());
                    }
                }
            }
        }

        private void array(String path) throws IOException {
            if (ancestors.contains(path) == false && paths.contains(path) == false) {
                parser.skipChildren();
                return;
            }
            while (isDone == false && parser.nextToken() != Token.END_ARRAY) {
                value(path);
            }
        }

        private void objectAt(String path) throws IOException {
            if (ancestors.contains(path) == false || isAnotherOf(path)) {
                parser.skipChildren();
            } else if (path.equals(levelPath)) {
                NestedIdentity found = level;
                find(found.getChild(), path + ".");
                object(path + ".");
                isDone |= found.getChild() == null;
                level = found;
                levelPath = path;
                before = -1;
            } else {
                object(path + ".");
            }
        }

        /** Returns whether an object is of the nested level, but not the one that is read. */
        private boolean isAnotherOf(String path) {
            return path.equals(levelPath) && before-- != 0;
        }

        private void find(NestedIdentity nested, String prefix) {
            level = nested;
            levelPath = nested == null ? null : prefix + nested.getField();
            before = nested == null ? 0 : nested.getOffset();
        }
    }
}
