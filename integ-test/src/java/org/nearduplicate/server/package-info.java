/**
 * Real Elasticsearch processes with the plugin in them, for integration tests and the demo.
 * {@link org.nearduplicate.server.ServerCluster} starts and stops them,
 * {@link org.nearduplicate.server.RestCalls} talks to them.
 */
package org.nearduplicate.server;
