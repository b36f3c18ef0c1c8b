/** Mutated requests against a real server: whatever is sent, it answers, and goes on. */
package org.nearduplicate.fuzz;
