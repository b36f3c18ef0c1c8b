package org.nearduplicate.elasticsearch.chain;

import org.elasticsearch.action.ActionType;

/** Names the action that finds a chain. */
public final class ChainAction {

    /** The name, one of those that the privilege to read covers. */
    public static final String NAME = "indices:data/read/near_duplicate/chain";

    /** The type. */
    public static final ActionType<ChainResponse> TYPE = new ActionType<>(NAME);

    private ChainAction() {}
}
