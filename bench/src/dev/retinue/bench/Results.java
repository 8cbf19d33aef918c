package dev.retinue.bench;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The samples of all rounds: for every competitor one entry per round, in the order of the rounds.
record Results(Map<String, List<Map<Metric, Double>>> samples) {
  double median(Metric metric, String competitor) {
    return quantile(0.5, metric, competitor);
  }

  /// Interpolates between the two samples next to it.
  double quantile(double share, Metric metric, String competitor) {
    return quantile(share, values(metric, competitor));
  }

  /// The median of the ratios within the rounds, not the ratio of the medians. What slows the
  /// machine for a while slows both sides of a round, so it cancels out; the medians of the two may
  /// come from different moments. In six runs of `startup` under bursts of load the ratio of the
  /// medians went from 1.16 to 1.73, and this one from 1.16 to 1.42.
  double ratio(Metric metric, String competitor, String peer) {
    var own = values(metric, competitor);
    var theirs = values(metric, peer);
    var ratios = IntStream.range(0, own.size()).mapToObj(i -> own.get(i) / theirs.get(i)).toList();
    return quantile(0.5, ratios);
  }

  private List<Double> values(Metric metric, String competitor) {
    return samples.get(competitor).stream().map(sample -> sample.get(metric)).toList();
  }

  private static double quantile(double share, List<Double> values) {
    var sorted = values.stream().sorted().toList();
    double place = share * (sorted.size() - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
  }
}
