package dev.retinue.mcp.era;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The simple half of RFC 6570: names in braces, each standing for one segment of an address.
final class UriTemplate {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

  private final List<String> names = new ArrayList<>();
  private final Pattern pattern;

  UriTemplate(String template) {
    var regex = new StringBuilder();
    var matcher = NAME.matcher(template);
    int end = 0;
    while (matcher.find()) {
      regex.append(Pattern.quote(template.substring(end, matcher.start()))).append("([^/?#]+)");
      names.add(matcher.group(1));
      end = matcher.end();
    }
    this.pattern = Pattern.compile(regex + Pattern.quote(template.substring(end)));
  }

  Optional<Map<String, String>> match(String uri) {
    var matcher = pattern.matcher(uri);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var values = new LinkedHashMap<String, String>();
    try {
      for (int i = 0; i < names.size(); i++) {
        values.put(names.get(i), decoded(matcher.group(i + 1)));
      }
      return Optional.of(values);
    } catch (IllegalArgumentException e) {
      // What cannot be decoded is no address of this family.
      return Optional.empty();
    }
  }

  /// In an address, other than in a form, a plus is a plus.
  private static String decoded(String segment) {
    return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
