package org.nearduplicate.groups.shard;

import org.apache.lucene.util.BytesRef;

/**
 * The name of a document, and what keepers are chosen by.
 *
 * @param id its {@code _id}
 * @param routing its {@code _routing}, or null
 * @param keepKey the value by which keepers are chosen, as bytes whose order is that of the values;
 *     null if the document has none, or if none is needed
 */
public record DocumentName(String id, String routing, BytesRef keepKey) {}
