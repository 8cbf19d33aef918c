package dev.retinue.mcp.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a component of a record may hold: bounds of a number, lengths of a text, a list or a map.
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Limits {
  double min() default Double.NEGATIVE_INFINITY;

  double max() default Double.POSITIVE_INFINITY;

  int minLength() default 0;

  int maxLength() default Integer.MAX_VALUE;

  String pattern() default "";
}
