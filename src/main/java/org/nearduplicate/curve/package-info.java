/**
 * From goals to bands, rows and sampled shingles: what a user wants to be found, or left out, and the choice that meets it.
 *
 * <pre>
 * goals  → {@link org.nearduplicate.curve.BandChoice} → {@link org.nearduplicate.sketch.Banding}
 * goals, noise among them → {@link org.nearduplicate.curve.CurveGoals}
 *        → {@link org.nearduplicate.curve.CurveChoice} → {@link org.nearduplicate.sketch.Banding}
 * goals of passages → {@link org.nearduplicate.curve.PassageGoal} → {@link org.nearduplicate.sketch.sets.SampledShingles}
 * </pre>
 *
 * <p>The parameters of noise are in {@link org.nearduplicate.curve.CurveGoal}, those of passages in
 * {@link org.nearduplicate.curve.PassageGoal}, the others in {@link org.nearduplicate.sketch.Parameters}. The package uses the
 * JDK, {@code sketch} and {@code sketch.sets} only.
 */
package org.nearduplicate.curve;
