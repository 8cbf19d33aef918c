package dev.retinue.cli.exec;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.net.URI;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import org.jspecify.annotations.Nullable;

/// Keeps the classes that a compilation makes in memory.
final class MadeClasses extends ForwardingJavaFileManager<StandardJavaFileManager> {
  private static final String AGENT = "dev/retinue/sdk/Agent";

  private final Path file;
  private final SortedMap<String, Made> made = new TreeMap<>();

  /// @param file the one that is compiled, and not one of its neighbours
  MadeClasses(StandardJavaFileManager files, Path file) {
    super(files);
    this.file = file;
  }

  Iterable<? extends JavaFileObject> source(Path source) {
    return fileManager.getJavaFileObjects(source);
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String name, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
    boolean own = sibling != null && Path.of(sibling.toUri()).equals(file);
    var output = new Made(name, kind, own);
    made.put(name, output);
    return output;
  }

  SortedMap<String, byte[]> classes() {
    var classes = new TreeMap<String, byte[]>();
    made.forEach((name, output) -> classes.put(name, output.content.toByteArray()));
    return classes;
  }

  /// Whether the file itself calls `Agent.run`: a test of an agent does not.
  boolean callsTheSdk() {
    return made.values().stream()
        .filter(it -> it.own)
        .map(it -> ClassFile.of().parse(it.content.toByteArray()).constantPool())
        .flatMap(pool -> StreamSupport.stream(pool.spliterator(), false))
        .anyMatch(
            it ->
                it instanceof MemberRefEntry member
                    && member.owner().asInternalName().equals(AGENT)
                    && member.name().equalsString("run"));
  }

  /// Whether the class has a `main`, or may have it from another class.
  boolean canBegin(String name) {
    var output = made.get(name);
    if (output == null) {
      return false;
    }
    var type = ClassFile.of().parse(output.content.toByteArray());
    return type.methods().stream().anyMatch(it -> it.methodName().equalsString("main"))
        || type.superclass().stream().noneMatch(it -> it.asInternalName().startsWith("java/lang/"))
        || !type.interfaces().isEmpty();
  }

  /// One class.
  private static final class Made extends SimpleJavaFileObject {
    private final boolean own;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    Made(String name, Kind kind, boolean own) {
      super(URI.create("made:///" + name.replace('.', '/') + kind.extension), kind);
      this.own = own;
    }

    @Override
    public OutputStream openOutputStream() {
      return content;
    }
  }
}
