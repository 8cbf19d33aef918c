/// Access tokens of an authorization server: read, held against its keys, and what they mean here.
/// Nothing of it is loaded where no issuer is configured.
@NullMarked
package dev.retinue.web.oauth;

import org.jspecify.annotations.NullMarked;
