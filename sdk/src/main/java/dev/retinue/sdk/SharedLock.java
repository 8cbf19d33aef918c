package dev.retinue.sdk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A lock that the agents of this machine share by a file, and the threads of this process too. The
/// system gives it up for who dies.
final class SharedLock implements AutoCloseable {
  /// The system locks for whole processes, so the threads of this one need locks of their own: one
  /// for each file, and there are few.
  private static final Map<Path, ReentrantLock> OF_THREADS = new ConcurrentHashMap<>();

  private static final long LOOK_AGAIN_MILLIS = 5;

  private final ReentrantLock ofThreads;
  private final FileChannel channel;

  private SharedLock(ReentrantLock ofThreads, FileChannel channel) {
    this.ofThreads = ofThreads;
    this.channel = channel;
  }

  /// Waits for it; throws when the patience is over. The folder must be there.
  static SharedLock take(Path file, Duration patience) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    var folder = file.toAbsolutePath().getParent();
    var name = file.getFileName().toString();
    var real = folder == null ? file : folder.toRealPath().resolve(name);
    var ofThreads = OF_THREADS.computeIfAbsent(real, _ -> new ReentrantLock(true));
    if (!ofThreads.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw taken(file);
    }
    FileChannel channel = null;
    try {
      channel =
          PrivateFiles.open(real, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
      while (tryLock(channel) == null) {
        if (System.nanoTime() > deadline) {
          throw taken(file);
        }
        Thread.sleep(LOOK_AGAIN_MILLIS);
      }
      return new SharedLock(ofThreads, channel);
    } catch (IOException | InterruptedException | RuntimeException e) {
      giveUp(channel, ofThreads);
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // Another copy of this class has it.
    }
  }

  private static IOException taken(Path file) {
    return new IOException("another process does not give up " + file);
  }

  @Override
  public void close() throws IOException {
    giveUp(channel, ofThreads);
  }

  private static void giveUp(@Nullable FileChannel channel, ReentrantLock ofThreads)
      throws IOException {
    try {
      if (channel != null) {
        channel.close();
      }
    } finally {
      ofThreads.unlock();
    }
  }
}
