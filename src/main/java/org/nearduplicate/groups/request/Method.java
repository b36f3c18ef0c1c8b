package org.nearduplicate.groups.request;

import org.nearduplicate.sketch.ChoiceParameter;

/** How pairs become groups. */
public enum Method {

    /** A group is a keeper and documents that are similar enough to it. */
    STAR,

    /** A group is a connected component of the verified pairs: its ends may have nothing in common. */
    COMPONENTS;

    /** The parameter as users write it. */
    public static final ChoiceParameter<Method> PARAMETER = new ChoiceParameter<>("method", STAR);
}
