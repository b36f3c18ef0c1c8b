/**
 * What near duplicates have in common beside their texts: the values of some fields, and a time not far apart.
 *
 * <pre>
 * JSON → {@link org.nearduplicate.elasticsearch.peers.PeerOptions}: {@code same}, {@code within}
 *   → {@link org.nearduplicate.elasticsearch.peers.PeerValues}, by the {@link org.nearduplicate.elasticsearch.field.FieldValues} of a shard: peer bytes of a document
 *   → {@link org.nearduplicate.elasticsearch.peers.PeerQuery}: the peers of a document in a shard, by the {@link org.nearduplicate.elasticsearch.peers.PeerQueryBuilder} of a search
 *   → {@link org.nearduplicate.elasticsearch.peers.PeerPhase}: peer bytes of the hits of a search
 * JSON of a document → {@link org.nearduplicate.elasticsearch.peers.UnindexedDocument}: its peer bytes before an index has it, and whether it matches a query
 * </pre>
 *
 * <p>In flow options as users write them, and doc values; out flow bytes by {@link org.nearduplicate.peers.PeerFormat}, and
 * queries.
 */
package org.nearduplicate.elasticsearch.peers;
