package org.nearduplicate.lucene;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.util.CloseableThreadLocal;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHasher;
import org.nearduplicate.sketch.Sketcher;

/**
 * The working memory for sketching by one scheme, a set per thread.
 *
 * <p>Shared by all fields of equal schemes: a node may hold thousands of indices made from one
 * template, and memory per field and thread would add up. It goes when the last of those fields goes.
 */
final class SketchTools {

    private static final Map<Scheme, WeakReference<SketchTools>> SHARED = new HashMap<>();

    private final CloseableThreadLocal<ShingleHasher> shingleHasher;
    private final CloseableThreadLocal<Sketcher> sketcher;
    private final CloseableThreadLocal<SpareHashes> spareHashes;

    private SketchTools(Scheme scheme) {
        this.shingleHasher = perThread(() -> new ShingleHasher(scheme));
        this.sketcher = perThread(() -> new Sketcher(scheme));
        this.spareHashes = perThread(SpareHashes::new);
    }

    /** Returns the tools of a scheme; to be called when a field is made, not per document. */
    static synchronized SketchTools forScheme(Scheme scheme) {
        WeakReference<SketchTools> existing = SHARED.get(scheme);
        SketchTools tools = existing == null ? null : existing.get();
        if (tools == null) {
            SHARED.values().removeIf(unused -> unused.refersTo(null));
            tools = new SketchTools(scheme);
            SHARED.put(scheme, new WeakReference<>(tools));
        }
        return tools;
    }

    /** Returns the shingle hasher of this thread. */
    ShingleHasher shingleHasher() {
        return shingleHasher.get();
    }

    /** Returns the sketcher of this thread. */
    Sketcher sketcher() {
        return sketcher.get();
    }

    /** Returns the spare buffers of this thread. */
    SpareHashes spareHashes() {
        return spareHashes.get();
    }

    private static <T> CloseableThreadLocal<T> perThread(Supplier<T> tool) {
        return new CloseableThreadLocal<>() {
            @Override
            protected T initialValue() {
                return tool.get();
            }
        };
    }
}
