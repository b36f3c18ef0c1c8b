/**
 * Measures pages in a browser. In flow generated answers; out flow a table for
 * {@code docs/internals/performance.md}.
 */
package org.nearduplicate.benchmark.page;
