package dev.retinue.web;

import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Trouble;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// Connections that are encrypted. Whoever connects makes us look at the files: so a certificate
/// that was renewed is shown without a restart, and nothing runs while nobody comes.
final class Tls extends SslConnectionFactory {
  private final PemFiles files;
  private final SslContextFactory.Server context;
  private String stamp;

  private Tls(PemFiles files, SslContextFactory.Server context, String stamp, String next) {
    super(context, next);
    this.files = files;
    this.context = context;
    this.stamp = stamp;
  }

  /// @param next what is spoken inside
  static Tls of(Remote.Tls named, String next) {
    var files = new PemFiles(named);
    var stamp = files.stamp();
    var context = new SslContextFactory.Server();
    use(files, context);
    return new Tls(files, context, stamp, next);
  }

  private static void use(PemFiles files, SslContextFactory.Server context) {
    context.setKeyStore(files.read());
    context.setKeyStorePassword(PemFiles.password());
  }

  /// With what tells requests that came so. Which names we answer to the guard knows.
  static HttpConfiguration inside(HttpConfiguration http) {
    var secure = new HttpConfiguration(http);
    var customizer = new SecureRequestCustomizer();
    customizer.setSniHostCheck(false);
    secure.addCustomizer(customizer);
    return secure;
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    refresh();
    return super.newConnection(connector, endPoint);
  }

  /// Files that do not do, or not yet, leave all as it was.
  private synchronized void refresh() {
    var now = files.stamp();
    if (now.equals(stamp)) {
      return;
    }
    stamp = now;
    try {
      var store = files.read();
      context.reload(it -> it.setKeyStore(store));
    } catch (RetinueException e) {
      Trouble.note("the certificate stays the one that it was", e);
    } catch (Exception e) {
      System.getLogger("dev.retinue.web")
          .log(System.Logger.Level.ERROR, "A certificate could not be taken", e);
    }
  }
}
