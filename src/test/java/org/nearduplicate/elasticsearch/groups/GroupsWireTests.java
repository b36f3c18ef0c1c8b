package org.nearduplicate.elasticsearch.groups;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** How far a request for groups is, as it travels; the request itself stays on its node. */
public class GroupsWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(GroupsStatus.class, RandomGroups::status, GroupsStatus::new);
    }
}
