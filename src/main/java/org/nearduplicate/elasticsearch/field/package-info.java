/**
 * The field type {@code minhash} and the token filter {@code minhash_bands}.
 *
 * <pre>
 * mapping  → {@link org.nearduplicate.elasticsearch.field.MinHashFieldBuilder} → {@link org.nearduplicate.elasticsearch.field.MinHashFieldMapper} → Lucene fields of a document
 * settings → {@link org.nearduplicate.elasticsearch.field.MinHashBandsTokenFilterFactory} → token filter
 * {@code _source} → {@link org.nearduplicate.elasticsearch.field.FieldSets} → shingle sets of stored documents
 * other fields → {@link org.nearduplicate.elasticsearch.field.FieldValues} → doc values that requests compare
 * </pre>
 *
 * <p>In flow mappings, settings and documents; out flow Lucene fields, and {@link
 * org.nearduplicate.elasticsearch.field.MinHashFieldType}, by which all other rooms know a field.
 */
package org.nearduplicate.elasticsearch.field;
