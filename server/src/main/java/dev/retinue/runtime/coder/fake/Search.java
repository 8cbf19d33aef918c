package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// What clients search for with `q`, and which part of the answer they want.
record Search(Map<String, String> terms) {
  private static final Pattern TERM = Pattern.compile("(?:(\\w+):)?(?:\"([^\"]*)\"|(\\S+))");

  /// A term that is not among these is refused, as Coder does.
  ///
  /// @param bare the name of a term that has none
  static Search of(Request request, String bare, Set<String> known) {
    var terms = new LinkedHashMap<String, String>();
    var found = TERM.matcher(request.parameter("q").orElse(""));
    while (found.find()) {
      var name = found.group(1) == null ? bare : found.group(1).toLowerCase(Locale.ROOT);
      if (!known.contains(name)) {
        throw Refusal.field(
            400,
            "Invalid search query.",
            name,
            "\"%s\" is not a valid query param".formatted(name));
      }
      terms.put(name, found.group(2) != null ? found.group(2) : found.group(3));
    }
    return new Search(terms);
  }

  boolean allows(String term, String value) {
    var wanted = terms.get(term);
    return wanted == null || wanted.equalsIgnoreCase(value);
  }

  /// Names of parameters as people mean them: `AI Prompt` is `ai_prompt`.
  static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace(' ', '_');
  }

  /// The page that is asked for. No limit, or 0, is everything.
  static <T> List<T> page(Request request, List<T> all) {
    int limit = number(request, "limit");
    int offset = Math.min(number(request, "offset"), all.size());
    int end = limit == 0 ? all.size() : Math.min(all.size(), offset + limit);
    return all.subList(offset, end);
  }

  private static int number(Request request, String name) {
    var text = request.parameter(name).orElse("0");
    if (!text.matches("\\d{1,9}")) {
      throw Refusal.field(
          400,
          "Query parameters have invalid values.",
          name,
          "Query param \"%s\" must be a valid positive integer".formatted(name));
    }
    return Integer.parseInt(text);
  }
}
