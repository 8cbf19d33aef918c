package dev.retinue.mcp.client;

import dev.retinue.mcp.client.ClientOptions.Mode;
import org.junit.jupiter.api.Nested;

/// The contract, for every revision over every transport.
class ClientTest {
  @Nested
  class Over_streams_in_2026_07_28 extends ClientContract {
    Over_streams_in_2026_07_28() {
      super(Host.Streams::new, new Mode.Modern());
    }
  }

  @Nested
  class Over_streams_in_2025_11_25 extends ClientContract {
    Over_streams_in_2025_11_25() {
      super(Host.Streams::new, new Mode.Legacy("2025-11-25"));
    }
  }

  @Nested
  class Over_streams_in_2025_06_18 extends ClientContract {
    Over_streams_in_2025_06_18() {
      super(Host.Streams::new, new Mode.Legacy("2025-06-18"));
    }
  }

  @Nested
  class Over_http_in_2026_07_28 extends ClientContract {
    Over_http_in_2026_07_28() {
      super(Host.Web::new, new Mode.Modern());
    }
  }

  @Nested
  class Over_http_in_2025_11_25 extends ClientContract {
    Over_http_in_2025_11_25() {
      super(Host.Web::new, new Mode.Legacy("2025-11-25"));
    }
  }

  @Nested
  class Over_http_in_2025_06_18 extends ClientContract {
    Over_http_in_2025_06_18() {
      super(Host.Web::new, new Mode.Legacy("2025-06-18"));
    }
  }
}
