package org.nearduplicate.elasticsearch.ingest;

import org.nearduplicate.lucene.Verify;

/**
 * Where near duplicates are looked up.
 *
 * @param index an index, an alias, a data stream, several or a pattern
 * @param field the {@code minhash} field there
 * @param verify how candidates are verified, or null for exactly where that is possible
 */
record Target(String index, String field, Verify verify) {}
