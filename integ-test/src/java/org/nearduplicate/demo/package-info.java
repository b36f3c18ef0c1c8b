/**
 * The product at work: starts a real server, indexes some hundred licence texts and asks for near
 * duplicates. In flow the server, the plugin's zip and the texts of the SPDX licence list; out flow
 * lines for a person to read.
 */
package org.nearduplicate.demo;
