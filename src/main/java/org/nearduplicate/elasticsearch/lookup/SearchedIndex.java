package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import org.elasticsearch.index.Index;
import org.nearduplicate.lucene.Verify;

/**
 * An index in which texts were looked up.
 *
 * @param index its name, and what tells it from others of that name
 * @param seesAll whether the caller sees all documents that are or will be in it, and all fields
 * @param verify how its candidates were verified
 * @param texts the texts as it sketches them
 */
public record SearchedIndex(
        Index index, boolean seesAll, Verify verify, List<SoughtText> texts) {}
