package org.nearduplicate.groups.request;

/** Which document of a group is the keeper. Ties are broken by {@code _id}, index and routing. */
public enum Keep {

    /** The one with the most distinct shingles. */
    LONGEST,

    /** The one with the lowest keep key; those without one come last. */
    LOWEST,

    /** The one with the highest keep key; those without one come last. */
    HIGHEST
}
