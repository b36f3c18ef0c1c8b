/**
 * Pictures of an S-curve, of a sample's similarities and of what settings find at which cost, as
 * SVG. Knows the figures and nothing of how they came about.
 *
 * <pre>
 * Banding, CurveGoal                     → CurvePlot     ─┐
 * JaccardHistogram, Banding, similarity  → HistogramPlot ─┼→ Picture → SVG
 * Tuning                                 → FrontPlot     ─┘
 *   Scale, Axes     from a figure to its place, and the ticks that tell it back
 *   Ink, Mark       colours for light and dark backgrounds, and shapes
 *   Labels          words beside a mark, where they cover nothing
 *   Figures         how a figure is written
 *   Markup          elements, attributes, escaping
 * </pre>
 *
 * <p>In flow: figures. Out flow: SVG documents that need nothing else, neither script nor resource,
 * and do not disturb each other in one page.
 */
package org.nearduplicate.tuning.plot;
