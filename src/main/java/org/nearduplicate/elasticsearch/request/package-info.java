/**
 * What requests have in common: their bodies ({@code RequestBody}), the texts that they ignore ({@code IgnoredTexts}),
 * the stored documents that they name ({@code DocumentReference}, {@code StoredDocument}), the tasks of those that run for
 * long ({@code RunAction}).
 * Knows no request in particular.
 *
 * <p>In flow bodies, addresses and names of documents; out flow checked values, texts of stored documents
 * and answers about tasks.
 */
package org.nearduplicate.elasticsearch.request;
