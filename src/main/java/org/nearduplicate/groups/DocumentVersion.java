package org.nearduplicate.groups;

/**
 * A document as one operation left it: when it is changed it is another.
 *
 * @param shard the name of its shard
 * @param sequenceNumber the number of the operation, from 0
 */
public record DocumentVersion(String shard, long sequenceNumber) {

    @Override
    public String toString() {
        return shard + "#" + sequenceNumber;
    }
}
