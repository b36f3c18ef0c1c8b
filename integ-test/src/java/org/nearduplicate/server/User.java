package org.nearduplicate.server;

/** Someone whom a cluster with security knows. */
record User(String name, String password, String role) {}
