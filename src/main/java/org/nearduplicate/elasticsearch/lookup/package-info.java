/**
 * Near duplicates of many texts at once.
 *
 * <pre>
 * texts → {@link org.nearduplicate.elasticsearch.lookup.TransportLookupAction}
 *       → {@link org.nearduplicate.elasticsearch.lookup.LookupRun}, by {@link
 *         org.nearduplicate.elasticsearch.lookup.FieldSketchers} sketched as the indices sketch theirs
 *       → a {@link org.nearduplicate.elasticsearch.lookup.SketchedTexts} for each shard, answered by {@link
 *         org.nearduplicate.elasticsearch.lookup.ShardLookup}
 *       → {@link org.nearduplicate.elasticsearch.lookup.LookupResponse}
 * </pre>
 *
 * <p>In flow texts; out flow the near duplicates of each, as a query with the rights of the caller would find them,
 * the sketches, and what makes other documents their {@link org.nearduplicate.elasticsearch.lookup.Counterparts}.
 */
package org.nearduplicate.elasticsearch.lookup;
