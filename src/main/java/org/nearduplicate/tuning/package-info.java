/**
 * Parameter search: which bands, rows and hashes suit the texts of a sample. Uses the sketches and what
 * Lucene stores of them, and knows nothing of Elasticsearch.
 *
 * <pre>
 * texts of a sample, ParameterGrid, fields that there are
 *   → TuningJob.plan    which settings are measured, and why
 *   → ShingledSample    per shingle setting: distinct shingle sets
 *   → ExactPairs        per shingle setting: the exact similarity of all pairs, without comparing all
 *   → PassageTrial      per shingle setting: what sampled shingles find of passages of the sample
 *   → SignedSample      per sketch setting: the sketches, and what signing costs;
 *                       per banding: candidates, verified by their signatures as queries do
 *   → SettingResult     one row of figures per setting
 *   → Tuning            all rows, the recall–cost front, for all pairs of one kind the best row and why
 * </pre>
 *
 * <p>In flow: texts, the lists of parameters and the present fields. Out flow: {@link org.nearduplicate.tuning.Tuning}.
 */
package org.nearduplicate.tuning;
