/**
 * What Lucene calls differently from one version to the next. The classes are in {@code src/versions}, one of each for
 * every line of Elasticsearch; the other packages know no version.
 */
package org.nearduplicate.lucene.version;
