/// Tests of the SDK.
@NullMarked
package dev.retinue.sdk;

import org.jspecify.annotations.NullMarked;
