/**
 * Stops long work, and charges its memory.
 *
 * <pre>
 * a loop          → {@link org.nearduplicate.job.JobMonitor}     is the job cancelled?
 * memory          → {@link org.nearduplicate.job.MemoryBudget}   charged before it is allocated, and given back
 * a step of a job → {@link org.nearduplicate.job.ScopedMonitor}  gives back what the step still has
 * numbers         → {@link org.nearduplicate.job.BudgetedSort}   sorted; the copy that this may take is charged
 * </pre>
 *
 * <p>In flows what is about to be done. Out flows nothing, or the exception that ends the work.
 */
package org.nearduplicate.job;
