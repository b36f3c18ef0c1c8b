package org.nearduplicate.elasticsearch.query;

import java.util.List;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;

/** The settings of an index that limit its queries. */
public final class QuerySettings {

    /**
     * The number of documents, counted per shard, up to which a query reads a bucket: a query would have to verify all
     * documents with the same boilerplate one by one. The default leaves nothing out. A lower value trades recall for
     * time, and every query that skips a bucket says so in a warning.
     */
    public static final Setting<Integer> MAX_BUCKET_SIZE =
            Setting.intSetting(
                    "index.near_duplicate.max_bucket_size",
                    QueryOptions.MAX_BUCKET_SIZE.defaultValue(),
                    QueryOptions.MAX_BUCKET_SIZE.min(),
                    Property.IndexScope,
                    Property.Dynamic);

    /**
     * The characters that the texts of {@code like} may have together. They are cut into shingles on every shard, before
     * the search can be cancelled: by default that takes 0.8 s of processor time for words, and up to 24 s for hostile
     * characters. Longer texts are refused.
     */
    public static final Setting<Integer> MAX_LIKE_LENGTH =
            Setting.intSetting(
                    "index.near_duplicate.max_like_length",
                    20_000_000,
                    1,
                    Property.IndexScope,
                    Property.Dynamic);

    private QuerySettings() {}

    /**
     * Checks that texts are not too long.
     *
     * @param maxLength the value of {@link #MAX_LIKE_LENGTH}
     * @throws IllegalArgumentException if they have more characters than that
     */
    public static void requireLength(String name, List<String> texts, int maxLength) {
        long length = texts.stream().mapToLong(String::length).sum();
        if (length > maxLength) {
            throw new IllegalArgumentException(
                    "[" + name + "] must have at most [" + maxLength
                            + "] characters, which the index setting [" + MAX_LIKE_LENGTH.getKey()
                            + "] allows, got [" + length + "]");
        }
    }
}
