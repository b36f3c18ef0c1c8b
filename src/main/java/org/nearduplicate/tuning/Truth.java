package org.nearduplicate.tuning;

/**
 * What is exactly true of the sample under one shingle setting.
 *
 * @param shingles the shingle setting
 * @param documents the documents that have a shingle
 * @param withoutShingles the documents that have none, and take no part
 * @param ofOneShingle the documents that have a single one
 * @param contents the distinct shingle sets
 * @param shinglesPerDocument the distinct shingles of a document, on the average
 * @param histogram the exact similarities of all pairs of documents
 */
public record Truth(
        ShingleSetting shingles,
        int documents,
        int withoutShingles,
        int ofOneShingle,
        int contents,
        double shinglesPerDocument,
        JaccardHistogram histogram) {}
