package dev.retinue.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.retinue.core.Check;
import dev.retinue.core.Money;
import dev.retinue.core.RunId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/// How records are written down: as JSON of their components, without what is null. What a later
/// version has added is passed over.
final class Stored {
  static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(64 << 20).build())
                  .build())
          // Components only: a record's other methods are not part of it.
          .changeDefaultVisibility(
              checker ->
                  checker
                      .withGetterVisibility(Visibility.NONE)
                      .withIsGetterVisibility(Visibility.NONE)
                      .withFieldVisibility(Visibility.ANY))
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .addModule(
              new SimpleModule("retinue")
                  .addSerializer(RunId.class, new RunIdOut())
                  .addDeserializer(RunId.class, new RunIdIn())
                  .addSerializer(Check.class, new CheckForm.Out())
                  .addDeserializer(Check.class, new CheckForm.In())
                  .addSerializer(Money.class, new MoneyOut())
                  .addDeserializer(Money.class, new MoneyIn()))
          .build();

  private Stored() {}

  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static final class RunIdOut extends StdSerializer<RunId> {
    RunIdOut() {
      super(RunId.class);
    }

    @Override
    public void serialize(RunId id, JsonGenerator out, SerializationContext context) {
      out.writeString(id.text());
    }
  }

  private static final class RunIdIn extends StdDeserializer<RunId> {
    RunIdIn() {
      super(RunId.class);
    }

    @Override
    public RunId deserialize(JsonParser in, DeserializationContext context) {
      return new RunId(in.getString());
    }
  }

  private static final class MoneyOut extends StdSerializer<Money> {
    MoneyOut() {
      super(Money.class);
    }

    @Override
    public void serialize(Money money, JsonGenerator out, SerializationContext context) {
      out.writeNumber(money.nanos());
    }
  }

  private static final class MoneyIn extends StdDeserializer<Money> {
    MoneyIn() {
      super(Money.class);
    }

    @Override
    public Money deserialize(JsonParser in, DeserializationContext context) {
      return new Money(in.getLongValue());
    }
  }
}
