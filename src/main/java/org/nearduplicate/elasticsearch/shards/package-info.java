/**
 * The shards of a job over the network: each is a session on the node that holds it, which keeps one
 * view of the shard from the first question to the last.
 *
 * <pre>
 * node of the job     OpenedShards, RemoteShard   send JobMessages
 * transport           SessionCalls                the messages and their answers
 * node of the shard   ShardSessions, ShardSession answer, from a ShardReader and a NameReader
 * </pre>
 *
 * <p>A question that needs no session is asked and answered by {@link
 * org.nearduplicate.elasticsearch.shards.ShardQuestions}.
 *
 * <p>Every message is authorized as the request of the user that it is a part of, by the names that the
 * user gave to the index of the shard; document-level security and alias filters act when a session is
 * opened, and what they hide is not in its view. In flow: what to open. Out flow: {@link
 * org.nearduplicate.groups.shard.Shard}s.
 */
package org.nearduplicate.elasticsearch.shards;
