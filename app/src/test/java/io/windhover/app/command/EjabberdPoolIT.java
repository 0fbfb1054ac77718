package io.windhover.app.command;

final class EjabberdPoolIT extends PoolStories {
  EjabberdPoolIT() {
    super("ejabberd");
  }
}
