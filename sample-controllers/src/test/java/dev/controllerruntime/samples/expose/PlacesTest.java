package dev.controllerruntime.samples.expose;

import static dev.controllerruntime.samples.expose.Examples.service;
import static dev.controllerruntime.samples.expose.Examples.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.ObjectKey;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private static final Wish.Place X = Wish.Place.of("x.org", "/");
  private static final Wish.Place Y = Wish.Place.of("y.org", "/");

  private final Places places = new Places(settings());

  @Test
  void service_concernsItsRivalsToo() {
    places.seen(service("a", 9, Names.HOST_NAME, "x.org"));
    assertThat(places.seen(service("b", 1, Names.HOST_NAME, "x.org,y.org")))
        .containsExactlyInAnyOrder(new ExposeRequest("shop", "a"), new ExposeRequest("shop", "b"));
    assertThat(places.asking(X))
        .containsExactly(new ObjectKey("shop", "a"), new ObjectKey("shop", "b"));
    assertThat(places.asking(Y)).containsExactly(new ObjectKey("shop", "b"));
  }

  @Test
  void serviceThatMoves_leavesItsPlace() {
    places.seen(service("a", 9, Names.HOST_NAME, "x.org"));
    places.seen(service("a", 9, Names.HOST_NAME, "y.org"));
    assertThat(places.asking(X)).isEmpty();
    assertThat(places.asking(Y)).containsExactly(new ObjectKey("shop", "a"));
  }

  @Test
  void serviceThatOptsOut_asksForNothing_butConcernsItsIngress() {
    places.seen(service("a", 9, Names.HOST_NAME, "x.org"));
    assertThat(places.seen(service("a", 9, Names.HOST_NAME, "x.org", Names.EXPOSE, "false")))
        .containsExactly(new ExposeRequest("shop", "a"));
    assertThat(places.asking(X)).isEmpty();
  }

  @Test
  void stateBefore_thenStateAfter_concernBothRivals() {
    places.seen(service("old", 9, Names.HOST_NAME, "x.org"));
    places.seen(service("new", 9, Names.HOST_NAME, "y.org"));
    assertThat(places.seen(service("m", 1, Names.HOST_NAME, "x.org")))
        .contains(new ExposeRequest("shop", "old"));
    assertThat(places.seen(service("m", 1, Names.HOST_NAME, "y.org")))
        .contains(new ExposeRequest("shop", "new"))
        .doesNotContain(new ExposeRequest("shop", "old"));
  }
}
