package org.nearduplicate.elasticsearch.tuning;

import java.util.List;

/**
 * The texts that settings are measured on.
 *
 * @param texts of each document, one for each value of the field
 * @param description how the sample was made
 */
record Sample(List<List<String>> texts, SampleDescription description) {}
