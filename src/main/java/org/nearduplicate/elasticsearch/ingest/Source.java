package org.nearduplicate.elasticsearch.ingest;

/**
 * Where a document came from.
 *
 * @param sender who sent it
 * @param target what it was compared with
 */
record Source(Sender sender, Target target) {}
