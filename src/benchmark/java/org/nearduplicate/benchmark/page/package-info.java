/**
 * Measures pages in a browser. In flow generated answers; out flow a table of times, which no document holds.
 */
package org.nearduplicate.benchmark.page;
