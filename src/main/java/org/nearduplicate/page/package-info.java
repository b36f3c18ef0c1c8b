/**
 * Answers as pages that people look at.
 *
 * <pre>
 * page.html, page.css, page.js, the files of a page, Chart.js → {@link org.nearduplicate.page.Page}
 * JSON of an answer → Page → HTML
 * </pre>
 *
 * <p>In flow: the answer as JSON. Out flow: a document that holds it unchanged, and a script that formats
 * and draws it; no figure is computed here. The library is not in the sources: the build takes it from a
 * pinned WebJar.
 */
package org.nearduplicate.page;
