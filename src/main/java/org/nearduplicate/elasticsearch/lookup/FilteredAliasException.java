package org.nearduplicate.elasticsearch.lookup;

/** Refuses an alias with a filter. It never leaves its node. */
public final class FilteredAliasException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    FilteredAliasException(String[] aliases, String index) {
        super(
                "[index] must not be an alias with a filter, as documents of one request are compared without it, got "
                        + "[" + String.join(", ", aliases) + "] of [" + index
                        + "]: name an index, or an alias that has no filter");
    }
}
