package org.nearduplicate.elasticsearch.groups;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.groups.WorkCalls.WorkContext;

/** How far a request for groups is, and the work units that other nodes do of it, as they travel. */
public class GroupsWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(GroupsStatus.class, RandomGroups::status, GroupsStatus::new);
        message(WorkContext.class, RandomWork::context, WorkContext::new);
        message(
                RunIndex.class, RandomWork::written, RunIndex::new);
        call(WorkCalls.LINK, RandomWork::context, RandomWork::range, RandomWork::links);
        call(WorkCalls.PARTS, RandomWork::context, RandomWork::parts, RandomWork::found);
    }
}
