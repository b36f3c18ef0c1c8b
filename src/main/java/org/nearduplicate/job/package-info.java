/**
 * What watches long work in all layers. In flows what a loop or an array is about to take; out flows the charge, or what ends the work.
 *
 * <pre>
 * a long loop     → {@link org.nearduplicate.job.JobMonitor}    cancelled?
 * a large array   → {@link org.nearduplicate.job.MemoryBudget}  charged, and given back; of a step by {@link org.nearduplicate.job.ScopedMonitor}
 * numbers to sort → {@link org.nearduplicate.job.BudgetedSort}  charged for a copy
 * </pre>
 */
package org.nearduplicate.job;
