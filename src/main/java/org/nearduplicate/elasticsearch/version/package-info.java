/**
 * What Elasticsearch calls differently from one line to the next. Most of the classes are in {@code src/versions}, one
 * of each for every line.
 */
package org.nearduplicate.elasticsearch.version;
