package org.nearduplicate.groups.request;

/** Which document of a group is the keeper. What breaks ties is told by {@link KeeperOrder}. */
public enum Keep {

    /** The one with the most distinct shingles. */
    LONGEST,

    /** The one with the lowest keep key; those without one come last. */
    LOWEST,

    /** The one with the highest keep key; those without one come last. */
    HIGHEST
}
