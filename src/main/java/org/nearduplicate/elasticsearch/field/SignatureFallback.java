package org.nearduplicate.elasticsearch.field;

import org.elasticsearch.common.logging.HeaderWarning;

/**
 * That signatures verify where nothing else was asked for and shingle sets would, if there were any.
 *
 * @param index the name of an index that has none
 * @param reason why not
 */
public record SignatureFallback(String index, String reason) {

    /**
     * Tells the caller.
     *
     * @param field the name of the field
     */
    public void warn(String field) {
        HeaderWarning.addWarning(
                "[verify] [signature] is used for [{}], so similarities are estimates: [{}] shows no shingle"
                        + " sets, and {}",
                field, index, reason);
    }
}
