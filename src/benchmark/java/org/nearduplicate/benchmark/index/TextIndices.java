package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;

/**
 * The same texts in three layouts: one segment, the segments that indexing left, and five shards. Those
 * that an earlier run left in the directory are used again.
 *
 * @param directory holds the indices
 */
public record TextIndices(Path directory) {

    /** How the documents are laid out. */
    public enum Layout {

        /** One shard of one segment. */
        ONE_SEGMENT("1 shard, 1 segment", 1),

        /** One shard, as indexing left it. */
        SEGMENTS("1 shard, as indexed", 1),

        /** Five shards, as indexing left them. */
        SHARDS("5 shards, as indexed", 5);

        private final String title;
        private final int shards;

        Layout(String title, int shards) {
            this.title = title;
            this.shards = shards;
        }

        /** Returns its name for humans. */
        public String title() {
            return title;
        }
    }

    /**
     * Indexes texts in all layouts, if that was not done before.
     *
     * @param count how many
     * @param texts the text of each
     * @param exact whether the shingle sets are stored
     */
    public void build(int count, IntFunction<String> texts, boolean exact, int threads)
            throws IOException {
        List<Path> all = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            all.addAll(paths(layout));
        }
        if (isBuilt(all.getLast())) {
            return;
        }
        int firstShard = all.size() - Layout.SHARDS.shards;
        try (IndexBuilder builder = new IndexBuilder(all, exact)) {
            builder.add(
                    count,
                    texts,
                    id -> new int[] {0, 1, firstShard + id % Layout.SHARDS.shards},
                    threads);
            builder.forceMerge(0);
        }
    }

    /** Returns the directory of each shard of a layout. */
    public List<Path> paths(Layout layout) {
        List<Path> paths = new ArrayList<>();
        for (int shard = 0; shard < layout.shards; shard++) {
            paths.add(directory.resolve(layout.name().toLowerCase(Locale.ROOT) + shard));
        }
        return paths;
    }

    private static boolean isBuilt(Path path) throws IOException {
        try (FSDirectory index = FSDirectory.open(path)) {
            return DirectoryReader.indexExists(index);
        }
    }
}
