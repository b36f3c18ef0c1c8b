package org.nearduplicate.groups;

import java.util.List;
import org.apache.lucene.util.BytesRef;

/**
 * The order in which documents are kept rather than others: by {@link Keep}, then {@code _id}, then the
 * name of the index. It depends on nothing else, so neither do groups.
 */
final class DocumentOrder implements IntSorter.Order {

    private final Keep keep;
    private final List<? extends Shard> shards;
    private final Contents contents;
    private final long[] keys;
    private final int[] contentOf;
    private final DocumentName[] names;

    DocumentOrder(
            Keep keep,
            List<? extends Shard> shards,
            Contents contents,
            long[] keys,
            int[] contentOf,
            DocumentName[] names) {
        this.keep = keep;
        this.shards = shards;
        this.contents = contents;
        this.keys = keys;
        this.contentOf = contentOf;
        this.names = names;
    }

    @Override
    public int compare(int a, int b) {
        int order = switch (keep) {
            case LONGEST ->
                Integer.compare(
                        contents.shingleCount(contentOf[b]), contents.shingleCount(contentOf[a]));
            case LOWEST -> compareKeys(a, b, 1);
            case HIGHEST -> compareKeys(a, b, -1);
        };
        if (order == 0) {
            order = names[a].id().compareTo(names[b].id());
        }
        return order == 0 ? index(a).compareTo(index(b)) : order;
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
}
