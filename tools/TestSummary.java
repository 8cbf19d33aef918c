// What ./verify ends with: the names of the tests that failed or were skipped, then one line.
//
// java tools/TestSummary.java <clone> <exit code of Maven> <skips: allowed|refused>

import module java.xml;

int passed;
final List<String> failed = new ArrayList<>();
final List<String> skipped = new ArrayList<>();

void main(String[] args) throws Exception {
  try (var files = Files.find(Path.of(args[0]), 4, (file, _) -> isReport(file))) {
    for (var report : files.sorted().toList()) {
      try {
        read(report);
      } catch (XMLStreamException e) {
        failed.add("the report " + report.getFileName() + " is not whole");
      }
    }
  }
  boolean mavenFailed = !args[1].equals("0");
  boolean skipsRefused = args[2].equals("refused");
  if (mavenFailed && failed.isEmpty()) {
    failed.add("the build itself, though no test did: see above");
  } else if (passed + failed.size() == 0) {
    failed.add("there was no test to run");
  }
  IO.println();
  failed.forEach(name -> IO.println("failed: " + name));
  skipped.forEach(name -> IO.println("skipped: " + name));
  if (skipsRefused && !skipped.isEmpty()) {
    IO.println("Nothing may be skipped here.");
  }
  IO.println("%d passed, %d failed, %d skipped".formatted(passed, failed.size(), skipped.size()));
  boolean good = failed.isEmpty() && !(skipsRefused && !skipped.isEmpty());
  System.exit(good ? 0 : 1);
}

boolean isReport(Path file) {
  var name = file.getFileName().toString();
  var folder = file.getParent();
  return name.startsWith("TEST-")
      && name.endsWith(".xml")
      && folder != null
      && folder.endsWith(Path.of("target", folder.getFileName().toString()))
      && Set.of("surefire-reports", "failsafe-reports").contains(folder.getFileName().toString());
}

/// One report: a `testcase` per test, which holds a `failure`, an `error` or a `skipped`, or
/// passed.
void read(Path report) throws Exception {
  var factory = XMLInputFactory.newFactory();
  factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
  try (var text = Files.newInputStream(report)) {
    var xml = factory.createXMLStreamReader(text);
    var name = "";
    var verdict = "passed";
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "testcase" -> {
            name = sentence(xml);
            verdict = "passed";
          }
          case "failure", "error" -> verdict = "failed";
          case "skipped" -> {
            verdict = "skipped";
            var message = xml.getAttributeValue(null, "message");
            var reason =
                message == null ? xml.getElementText().lines().findFirst().orElse("") : message;
            name += " (" + reason.replaceFirst(".*Assumption failed: ", "") + ")";
          }
          default -> {}
        }
      } else if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("testcase")) {
        switch (verdict) {
          case "failed" -> failed.add(name);
          case "skipped" -> skipped.add(name);
          default -> passed++;
        }
      }
    }
  }
}

String sentence(XMLStreamReader testcase) {
  var type = testcase.getAttributeValue(null, "classname");
  var name = testcase.getAttributeValue(null, "name").replace('_', ' ').replace("()", "");
  return type.substring(type.lastIndexOf('.') + 1) + ": " + name;
}
