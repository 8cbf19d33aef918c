package dev.retinue.cli.exec;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Compiles a Java file, and those beside it that it uses, in this process.
final class Compilation {
  private static final List<String> OPTIONS =
      List.of("-proc:none", "-parameters", "-g", "-Xlint:none", "-XDsuppressNotes");

  private final Path sdk;
  private final Writer errors;
  private final JavaCompiler compiler;

  /// @param sdk the jar of the SDK
  /// @param errors hears what is wrong with the sources, as javac says it
  Compilation(Path sdk, Writer errors) {
    this.sdk = sdk;
    this.errors = errors;
    var found = ToolProvider.getSystemJavaCompiler();
    if (found == null) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "this Java has no compiler; set JAVA_HOME to a whole JDK 25.");
    }
    this.compiler = found;
  }

  /// Nothing if it has errors.
  Optional<Compiled> of(Path file) {
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of(sdk));
      var unit = parse(file, files);
      if (unit == null) {
        return Optional.empty();
      }
      files.setLocationFromPaths(StandardLocation.SOURCE_PATH, roots(file, unit));
      return compile(file, mainClass(file, unit), files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Compiled> compile(Path file, String main, StandardJavaFileManager files) {
    var sources = new TreeMap<Path, FileTime>();
    var made = new MadeClasses(files, file);
    var task = task(file, made);
    task.addTaskListener(
        new TaskListener() {
          @Override
          public void started(TaskEvent event) {
            if (event.getKind() == TaskEvent.Kind.PARSE) {
              var source = Path.of(event.getSourceFile().toUri());
              sources.put(source, modified(source));
            }
          }
        });
    if (!task.call()) {
      return Optional.empty();
    }
    if (!made.canBegin(main)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s cannot begin: its first class, %s, has no main; write 'void main(String... args) { … }' in it."
              .formatted(file.getFileName(), main));
    }
    var list = new ArrayList<Compiled.Source>();
    sources.forEach((source, time) -> list.add(new Compiled.Source(source, time)));
    return Optional.of(new Compiled(main, made.classes(), list, made.callsTheSdk()));
  }

  /// Null if it is no Java at all.
  private @Nullable CompilationUnitTree parse(Path file, StandardJavaFileManager files)
      throws IOException {
    // Its errors are told by the compilation, which finds them again.
    var silent =
        (JavacTask)
            compiler.getTask(
                Writer.nullWriter(), files, null, OPTIONS, null, files.getJavaFileObjects(file));
    var units = silent.parse().iterator();
    return units.hasNext() ? units.next() : null;
  }

  private JavacTask task(Path file, MadeClasses made) {
    return (JavacTask) compiler.getTask(errors, made, null, OPTIONS, null, made.source(file));
  }

  /// The folder in which the package of the file begins: there are its neighbours.
  private static List<Path> roots(Path file, CompilationUnitTree unit) {
    var folder = Objects.requireNonNull(file.getParent());
    var name = packageName(unit);
    var above = folder.resolve("../".repeat(name.isEmpty() ? 0 : name.split("\\.", -1).length));
    var root = above.normalize();
    return folder.equals(root.resolve(name.replace('.', '/'))) ? List.of(root) : List.of();
  }

  private static String packageName(CompilationUnitTree unit) {
    var name = unit.getPackageName();
    return name == null ? "" : name.toString();
  }

  /// The first one of the file, as `java File.java` has it.
  private static String mainClass(Path file, CompilationUnitTree unit) {
    var first =
        unit.getTypeDecls().stream()
            .filter(ClassTree.class::isInstance)
            .map(it -> ((ClassTree) it).getSimpleName().toString())
            .findFirst()
            .orElseGet(() -> file.getFileName().toString().replaceFirst("\\.java$", ""));
    var name = packageName(unit);
    return name.isEmpty() ? first : name + "." + first;
  }

  private static FileTime modified(Path source) {
    try {
      return Files.getLastModifiedTime(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
