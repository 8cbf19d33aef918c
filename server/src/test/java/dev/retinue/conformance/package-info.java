/// The official conformance suite, run against a server of fixtures on the very core of the
/// product.
@NullMarked
package dev.retinue.conformance;

import org.jspecify.annotations.NullMarked;
