package org.nearduplicate.groups;

import java.util.List;
import java.util.Objects;
import org.apache.lucene.util.BytesRef;

/**
 * The order in which documents are kept rather than others: by {@link Keep}, then {@code _id}, then the
 * name of the index, then the routing. It depends on nothing else, so neither do groups.
 */
final class DocumentOrder implements IntSorter.Order {

    private final Keep keep;
    private final List<? extends Shard> shards;
    private final Contents contents;
    private final long[] keys;
    private final DocumentName[] names;

    DocumentOrder(
            Keep keep,
            List<? extends Shard> shards,
            Contents contents,
            long[] keys,
            DocumentName[] names) {
        this.keep = keep;
        this.shards = shards;
        this.contents = contents;
        this.keys = keys;
        this.names = names;
    }

    @Override
    public int compare(int a, int b) {
        int order = switch (keep) {
            case LONGEST ->
                Integer.compare(
                        contents.shingleCount(contents.of(b)),
                        contents.shingleCount(contents.of(a)));
            case LOWEST -> compareKeys(a, b, 1);
            case HIGHEST -> compareKeys(a, b, -1);
        };
        if (order == 0) {
            order = names[a].id().compareTo(names[b].id());
        }
        if (order == 0) {
            order = index(a).compareTo(index(b));
        }
        return order == 0 ? routing(a).compareTo(routing(b)) : order;
    }

    private int compareKeys(int a, int b, int sign) {
        BytesRef keyA = names[a].keepKey();
        BytesRef keyB = names[b].keepKey();
        if (keyA == null || keyB == null) {
            return Boolean.compare(keyA == null, keyB == null);
        }
        return sign * keyA.compareTo(keyB);
    }

    private String index(int document) {
        return shards.get(DocumentTable.shard(keys[document])).index();
    }

    /** Documents of one index may share an identifier only if their routing differs. */
    private String routing(int document) {
        return Objects.requireNonNullElse(names[document].routing(), "");
    }
}
