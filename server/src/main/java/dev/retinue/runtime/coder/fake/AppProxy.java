package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The proxy in front of the apps in workspaces: by path, or by a host of their own.
///
/// It takes cookies of Coder away before it passes a request on. It leaves all other headers as
/// they are, and so passes on a token that stands in one.
final class AppProxy {
  private static final Pattern PATH =
      Pattern.compile("/@([^/]+)/([^/.]+)(\\.[^/]+)?/apps/([^/]+)(/.*)?");
  private static final Pattern HOST = Pattern.compile("(.+?)--(.+)--([^-.]+)");

  private final World world;
  private final Access access;

  AppProxy(World world, Access access) {
    this.world = world;
    this.access = access;
  }

  /// Where a request goes.
  private record Address(String owner, String workspace, String slug, String rest) {}

  boolean isForApps(Request request) {
    return request.path().startsWith("/@") || subdomain(request).isPresent();
  }

  Reply answer(Request request) {
    var subdomain = subdomain(request);
    if (subdomain.isPresent()) {
      var name = HOST.matcher(subdomain.get());
      return name.matches()
          ? answer(
              request,
              new Address(name.group(3), name.group(2), name.group(1), request.path()),
              true)
          : notFound("This is no address of an app.");
    }
    var path = PATH.matcher(request.path());
    if (!path.matches()) {
      return notFound("This is no address of an app.");
    }
    if (!world.pathApps) {
      return Reply.html(403, "Forbidden", "Path-based applications are disabled here.");
    }
    if (path.group(1).equals("me")) {
      return notFound("Applications must be accessed with the full username, not @me.");
    }
    var rest = path.group(5) == null ? "/" : path.group(5);
    return answer(request, new Address(path.group(1), path.group(2), path.group(4), rest), false);
  }

  /// What stands before the suffix of hosts for apps.
  private Optional<String> subdomain(Request request) {
    var suffix = bare(world.appHost.replaceFirst("^\\*", ""));
    var host = bare(request.header("host").orElse(""));
    return !suffix.isEmpty() && host.endsWith(suffix)
        ? Optional.of(host.substring(0, host.length() - suffix.length()))
        : Optional.empty();
  }

  private static String bare(String host) {
    return host.replaceFirst(":\\d+$", "");
  }

  private Reply answer(Request request, Address address, boolean bySubdomain) {
    if (access.token(request).isEmpty()) {
      return Reply.redirect(303, "/login?redirect=" + request.path());
    }
    var owner = world.findUser(address.owner()).filter(it -> it.equals(World.ME));
    var workspace = owner.flatMap(it -> world.findWorkspace(it, address.workspace(), false));
    if (workspace.isEmpty()) {
      return notFound("There is no such workspace, or it is not yours.");
    }
    var found = workspace.get();
    var machine = found.latest().machine;
    if (machine == null) {
      return Reply.html(400, "Workspace Offline", "The workspace is not running.");
    }
    boolean known =
        machine.plan.exists
            && machine.plan.slug.equals(address.slug())
            && (machine.plan.subdomain == bySubdomain);
    if (!known) {
      return notFound("There is no such application.");
    }
    if (!machine.isUp()) {
      return Reply.html(404, "Application Unavailable", "The agent is " + machine.status + ".");
    }
    var passed = passedOn(request, address.rest());
    found.receive(passed);
    if (found.elsewhere != null) {
      return Passage.to(found.elsewhere, passed);
    }
    return machine.agentApi.isAlive()
        ? new AgentApiRoutes(world, machine.agentApi).answer(passed)
        : Passage.unreachable();
  }

  private static Request passedOn(Request request, String rest) {
    Map<String, String> headers = new TreeMap<>(request.headers());
    var cookies =
        Arrays.stream(headers.getOrDefault("cookie", "").split(";"))
            .map(String::strip)
            .filter(it -> !it.isEmpty() && !it.startsWith("coder_"))
            .collect(Collectors.joining("; "));
    headers.remove("cookie");
    if (!cookies.isEmpty()) {
      headers.put("cookie", cookies);
    }
    headers.put("x-forwarded-host", headers.getOrDefault("host", ""));
    return new Request(request.method(), rest, request.query(), headers, request.content());
  }

  private static Reply notFound(String words) {
    return Reply.html(404, "Application Not Found", words);
  }
}
