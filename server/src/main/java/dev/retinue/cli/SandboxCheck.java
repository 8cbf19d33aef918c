package dev.retinue.cli;

import dev.retinue.core.RetinueException;
import dev.retinue.process.Supervisor;
import dev.retinue.process.sandbox.Sandbox;
import dev.retinue.process.sandbox.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Tries which sandboxes this machine has.
final class SandboxCheck {
  private final Sandbox sandbox;
  private final Map<String, String> environment;

  SandboxCheck(Path data, Map<String, String> environment) {
    this.sandbox = new Sandbox(new Supervisor(data, environment), environment);
    this.environment = environment;
  }

  List<Finding> findings() {
    int wanted = wanted();
    var findings = new ArrayList<Finding>();
    for (var tier : sandbox.tiers()) {
      if (tier.level() > 0) {
        findings.add(finding(tier, wanted));
      }
    }
    findings.add(Finding.ok("limits", sandbox.groups()));
    return findings;
  }

  private static Finding finding(Tier tier, int wanted) {
    var name = "sandbox " + tier.level();
    if (tier.there()) {
      return Finding.ok(name, tier.text());
    }
    var remedy = tier.remedy() == null ? "" : tier.remedy();
    return tier.level() == wanted
        ? Finding.fail(name, "required by sandbox.tier, but " + tier.text(), remedy)
        : Finding.warn(name, tier.text(), remedy);
  }

  /// What is wrong with the configuration is said elsewhere.
  private int wanted() {
    try {
      var tier =
          ConfigOption.read(null, List.of(), environment).settings().supervision().sandbox().tier();
      return tier == null ? 0 : tier;
    } catch (RetinueException e) {
      return 0;
    }
  }
}
