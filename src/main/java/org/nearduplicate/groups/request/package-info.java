/**
 * The options of a job, and what it reports: {@link org.nearduplicate.groups.request.GroupsOptions} in, {@link
 * org.nearduplicate.groups.request.GroupsProgress} while it runs, {@link org.nearduplicate.groups.request.GroupsCounts} out.
 */
package org.nearduplicate.groups.request;
