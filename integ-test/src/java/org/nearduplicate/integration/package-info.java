/**
 * What a user does with the plugin, done over HTTP to real server processes: the answers, the errors
 * and the odd texts. In flow requests as a user writes them; out flow what the server answers.
 */
package org.nearduplicate.integration;
