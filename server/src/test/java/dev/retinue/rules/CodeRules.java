package dev.retinue.rules;

import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The rules that compiled code keeps, each for a tree of packages, so that a planted tree can be
/// shown to break it.
final class CodeRules {
  static final String ROOT = "dev.retinue";

  /// The picture of ARCHITECTURE.md: which package may use which others of ours. `cli`, and `Main`
  /// in the package above all these, may use everything.
  private static final Map<String, Set<String>> MAY_USE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("mcp", Set.of()),
              Map.entry("llm", Set.of()),
              Map.entry("sdk", Set.of("mcp", "llm")),
              Map.entry("core", Set.of()),
              Map.entry("process", Set.of("core")),
              Map.entry("store", Set.of("core")),
              Map.entry("config", Set.of("core")),
              Map.entry("runtime", Set.of("core", "process", "llm", "mcp.client", "mcp.rpc")),
              Map.entry("toolset", Set.of("core", "mcp")),
              Map.entry("watch", Set.of("core", "mcp")),
              Map.entry("web", Set.of("core", "toolset", "mcp", "watch"))));

  /// What grows without a bound: queues that take everything, pools that start a thread for
  /// anything.
  private static final Set<String> UNBOUNDED_QUEUES =
      Set.of(
          "java.util.concurrent.ConcurrentLinkedQueue",
          "java.util.concurrent.ConcurrentLinkedDeque",
          "java.util.concurrent.DelayQueue",
          "java.util.concurrent.LinkedTransferQueue",
          "java.util.concurrent.PriorityBlockingQueue");

  private static final Set<String> BOUNDED_ONLY_WITH_A_CAPACITY =
      Set.of(
          "java.util.concurrent.LinkedBlockingQueue", "java.util.concurrent.LinkedBlockingDeque");

  private static final Set<String> UNBOUNDED_POOLS =
      Set.of(
          "newCachedThreadPool",
          "newFixedThreadPool",
          "newScheduledThreadPool",
          "newSingleThreadExecutor",
          "newSingleThreadScheduledExecutor",
          "newWorkStealingPool");

  private CodeRules() {}

  static Map<String, Set<String>> picture() {
    return MAY_USE;
  }

  static ArchRule dependenciesOf(String root, String name) {
    var allowed = MAY_USE.getOrDefault(name, Set.of());
    return noClasses()
        .that()
        .resideInAPackage(root + "." + name + "..")
        .should()
        .dependOnClassesThat(are(oursBut(root, name, allowed)))
        .because(name + " may use " + allowed + " of our packages, and no other")
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaClass> oursBut(
      String root, String name, Set<String> allowed) {
    return DescribedPredicate.describe(
        "outside its part of the picture",
        used ->
            isIn(root, used)
                && !isIn(root + "." + name, used)
                && allowed.stream().noneMatch(other -> isIn(root + "." + other, used)));
  }

  private static boolean isIn(String tree, JavaClass type) {
    return (type.getPackageName() + ".").startsWith(tree + ".");
  }

  static ArchRule noCycles(String root) {
    return slices().matching(root + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
  }

  static ArchRule nobodyUsesMain(String root) {
    return noClasses()
        .that()
        .resideInAPackage(root + ".*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(root)
        .because("Main wires the rest, and is at the end of every path")
        .allowEmptyShould(true);
  }

  /// One class of the server and one of the SDK start processes.
  static ArchRule processesStartInOnePlace(String root) {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(root + ".process.ChildProcess")
        .and()
        .doNotHaveFullyQualifiedName(root + ".sdk.ChildProcess")
        .should()
        .accessTargetWhere(
            access(
                "starts a process",
                (owner, target) ->
                    owner.equals("java.lang.ProcessBuilder")
                        || (owner.equals("java.lang.Runtime") && target.equals("exec"))))
        .because("whatever is started must be supervised")
        .allowEmptyShould(true);
  }

  static ArchRule nothingGrowsWithoutBound(String root) {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe("makes an unbounded queue or pool", CodeRules::isUnbounded))
        .because("everything is bounded: queues, threads, time")
        .allowEmptyShould(true);
  }

  private static boolean isUnbounded(JavaAccess<?> access) {
    var owner = access.getTargetOwner().getFullName();
    var target = access.getTarget();
    boolean constructed = target.getName().equals("<init>");
    return (constructed && UNBOUNDED_QUEUES.contains(owner))
        || (constructed
            && BOUNDED_ONLY_WITH_A_CAPACITY.contains(owner)
            && !target.getFullName().contains("(int"))
        || (owner.equals("java.util.concurrent.Executors")
            && UNBOUNDED_POOLS.contains(target.getName()));
  }

  static ArchRule standardStreamsHaveOneOwner(String root) {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(root + ".cli.Terminal")
        .and()
        .doNotHaveFullyQualifiedName(root + ".sdk.World")
        .should()
        .accessTargetWhere(
            access(
                "touches the standard streams",
                (owner, target) ->
                    (owner.equals("java.lang.System") && Set.of("out", "err").contains(target))
                        || owner.equals("java.lang.IO")
                        || (owner.equals("java.io.FileDescriptor")
                            && Set.of("out", "err").contains(target))))
        .because("over stdio a client reads what is written there")
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaAccess<?>> access(String what, OwnerAndName predicate) {
    return DescribedPredicate.describe(
        what,
        access ->
            predicate.test(access.getTargetOwner().getFullName(), access.getTarget().getName()));
  }

  private interface OwnerAndName {
    boolean test(String owner, String name);
  }
}
