package dev.retinue.sdk;

import java.util.*;

final class Services {
  Services(
      String agent,
      String version,
      List<Service> s,
      java.nio.file.Path folder,
      Map<String, String> env,
      Map<String, String> values,
      java.util.function.Consumer<String> say) {}

  void up() {}

  void down() {}

  void release() {}

  String address(String n) {
    return "";
  }
}
