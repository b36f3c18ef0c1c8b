package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import org.nearduplicate.sketch.Scheme;

/**
 * The texts of a lookup as indices of one mapping sketch them.
 *
 * @param field the name of the field, as the mapping has it
 */
record SketchedTexts(String field, Scheme scheme, List<SoughtText> texts) {}
