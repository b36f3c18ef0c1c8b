/**
 * From tokens to signatures: {@link org.nearduplicate.benchmark.sketch.Words} flow in, signatures of ours
 * and of peers flow out.
 */
package org.nearduplicate.benchmark.sketch;
