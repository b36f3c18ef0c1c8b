/**
 * Which documents may be near duplicates of each other, beside their texts: peers. They have the same values in some
 * fields, and are no further apart in time than some interval.
 *
 * <pre>
 * values of a document → {@link org.nearduplicate.peers.ValuesHash} ┬→ its peer bytes, by {@link org.nearduplicate.peers.PeerFormat}
 * time of a document ─────────────────────────┘
 * peer bytes of two documents → {@link org.nearduplicate.peers.PeerFormat} → whether they are peers
 * </pre>
 *
 * <p>In flow values, as numbers and bytes; out flow bytes of a fixed length, which stand beside a signature wherever documents are
 * compared: in groups, in the hits of a window, among the documents of a bulk request.
 */
package org.nearduplicate.peers;
