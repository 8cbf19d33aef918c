package dev.retinue.watch.trace;

import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/// Bytes that one thread gathers and then sends as they lie here, without a copy.
final class Bytes extends OutputStream {
  private byte[] bytes;
  private int size;

  Bytes(int expected) {
    this.bytes = new byte[expected];
  }

  @Override
  public void write(int one) {
    need(1);
    bytes[size++] = (byte) one;
  }

  @Override
  public void write(byte[] more, int from, int length) {
    need(length);
    System.arraycopy(more, from, bytes, size, length);
    size += length;
  }

  void add(byte[] more) {
    write(more, 0, more.length);
  }

  /// Digits, of whatever kind; what could leave its quotes does not get in.
  void addDigits(String text) {
    int length = text.length();
    need(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      bytes[size++] = (byte) (Character.digit(c, 16) >= 0 && c < 128 ? c : '0');
    }
  }

  private void need(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  int size() {
    return size;
  }

  /// Without the first and the last of them.
  byte[] inner() {
    return Arrays.copyOfRange(bytes, 1, size - 1);
  }

  /// As the body of a request, in one piece: the usual one makes pieces of it, each of which costs
  /// more than all that is in it. Nothing is added any more.
  BodyPublisher body() {
    return BodyPublishers.fromPublisher(this::give, size);
  }

  private void give(Flow.Subscriber<? super ByteBuffer> taker) {
    var given = new AtomicBoolean();
    taker.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long many) {
            if (given.compareAndSet(false, true)) {
              taker.onNext(ByteBuffer.wrap(bytes, 0, size));
              taker.onComplete();
            }
          }

          @Override
          public void cancel() {
            given.set(true);
          }
        });
  }
}
