package org.nearduplicate.elasticsearch.collapse;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;

/** A collapsed search inside of another retriever belongs to its search too. */
public class CollapseInsideTests extends NearDuplicateSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        List<Class<? extends Plugin>> plugins = new ArrayList<>(super.getPlugins());
        plugins.add(SearchesPlugin.class);
        return plugins;
    }

    public void testItsSearchesAreChildrenOfTheTask() {
        createArticles();
        SearchesPlugin.TASKS.clear();
        String rescorer =
                "{\"retriever\": {\"rescorer\": {\"retriever\": " + Collapses.retriever("")
                        + ", \"rescore\": {\"window_size\": 100,"
                        + " \"query\": {\"rescore_query\": {\"match_all\": {}}}}}}}";
        assertResponse(
                Collapses.search(
                        client(), getInstanceFromNode(NamedXContentRegistry.class), rescorer,
                        INDEX),
                response -> assertThat(response.getHits().getHits().length, equalTo(4)));
        Task search = SearchesPlugin.TASKS.getFirst();
        long children = SearchesPlugin.TASKS.stream()
                .filter(task -> task.getParentTaskId().getId() == search.getId())
                .count();
        assertThat("the window and its sets", children, equalTo(2L));
    }
}
