package io.windhover.app.command;

final class ProsodyPoolIT extends PoolStories {
  ProsodyPoolIT() {
    super("prosody");
  }
}
