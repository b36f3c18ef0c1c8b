/**
 * The page that tells the answer of a parameter search to a reader: one HTML document that needs
 * nothing else, neither script nor resource.
 *
 * <pre>
 * SampleDescription, Tuning, Objective, mapping
 *   → HtmlReport            the page: its parts in their order
 *   → RecommendationPart    what is recommended, why, and the mapping
 *   → PlotsPart             the histograms and the front, by {@code tuning.plot}
 *   → RowTable, Column      all rows with all figures
 *   → SamplePart            how the sample was made
 *   → PageStyle             for paper, phones and dark rooms
 * </pre>
 *
 * <p>In flow: figures and names. Out flow: a string. Names are as users gave them, so nothing is
 * written but through {@link org.nearduplicate.tuning.plot.Markup}, which escapes.
 */
package org.nearduplicate.tuning.report;
