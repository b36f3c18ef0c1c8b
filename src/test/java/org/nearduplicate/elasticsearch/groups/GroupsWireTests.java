package org.nearduplicate.elasticsearch.groups;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.groups.WorkCalls.WorkUnit;

/** How far a request for groups is, and the work units that other nodes do of it, as they travel. */
public class GroupsWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(GroupsStatus.class, RandomGroups::status, GroupsStatus::new);
        message(WorkUnit.class, RandomWork::unit, WorkUnit::new);
        message(
                RunIndex.class, RandomWork::written, RunIndex::new);
        call(WorkCalls.LINK, RandomWork::unit, RandomWork::range, RandomWork::links);
        call(WorkCalls.PARTS, RandomWork::unit, RandomWork::parts, RandomWork::found);
    }
}
