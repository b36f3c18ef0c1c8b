/**
 * What Elasticsearch calls differently from one line to the next. The classes are in {@code src/versions}, one of each
 * for every line; the other packages know no version.
 */
package org.nearduplicate.elasticsearch.version;
