/// What fake servers are made of: requests that are remembered, replies, and what goes wrong with
/// them.
@NullMarked
package dev.retinue.runtime.coder.fake.http;

import org.jspecify.annotations.NullMarked;
