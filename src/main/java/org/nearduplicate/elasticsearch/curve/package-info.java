/**
 * {@code GET|POST /_near_duplicate/curve}: bands and rows for goals, and what they find.
 *
 * <pre>
 * query string, JSON → RestCurveAction → {@link org.nearduplicate.curve.CurveChoice}
 *   → CurveXContent → JSON, YAML, SMILE, CBOR, or {@link org.nearduplicate.page.Page}
 * </pre>
 *
 * <p>In flow the parameters of a REST request; out flow its answer. Nothing of the cluster is read, and
 * no probability is computed here.
 */
package org.nearduplicate.elasticsearch.curve;
