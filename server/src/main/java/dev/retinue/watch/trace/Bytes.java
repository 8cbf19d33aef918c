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
  private static final int MOST_DIGITS = 19;

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

  /// Digits, of whatever kind. Ids are nothing else, whoever made them.
  @SuppressWarnings("deprecation") // What it cannot do, no digit needs: it copies them as they lie.
  void addDigits(String text) {
    int length = text.length();
    need(length);
    text.getBytes(0, length, bytes, size);
    size += length;
  }

  /// A number that is not negative, in its digits.
  void addNumber(long number) {
    need(MOST_DIGITS);
    int end = size + digits(number);
    long left = number;
    for (int i = end - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
    size = end;
  }

  private static int digits(long number) {
    int digits = 1;
    for (long left = number; left >= 10; left /= 10) {
      digits++;
    }
    return digits;
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
