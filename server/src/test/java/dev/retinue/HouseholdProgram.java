package dev.retinue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/// A program that has a data directory and works in it until it is killed: it says each run that it
/// has completed, and answers over HTTP who a token stands for.
final class HouseholdProgram {
  private HouseholdProgram() {}

  public static void main(String[] args) throws IOException {
    var house = TestHousehold.in(Path.of(args[0]));
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
          var caller = house.household().callers().authenticate(token);
          exchange.sendResponseHeaders(caller.isPresent() ? 204 : 401, -1);
          exchange.close();
        });
    server.start();
    for (int i = 0; i < 4; i++) {
      Thread.ofPlatform().start(() -> work(house));
    }
    System.out.println("listens at " + server.getAddress().getPort());
  }

  private static void work(TestHousehold house) {
    while (true) {
      var run = house.play("spend 0.001 in 10 out 5\nprint 1kb\ndeliver a result\ncomplete done");
      System.out.println("completed " + run.id());
    }
  }
}
