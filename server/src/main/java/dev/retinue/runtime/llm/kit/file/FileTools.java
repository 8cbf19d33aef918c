package dev.retinue.runtime.llm.kit.file;

import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.PlainTool;
import dev.retinue.runtime.llm.tool.PlainTool.Nature;
import java.util.ArrayList;
import java.util.List;

/// The kit `filesystem`: the files of the folder in which a run works.
public final class FileTools {
  /// By these rules know what reads.
  public static final List<String> READING = List.of("read_file", "Read");

  private static final String PATH =
      "\"path\":{\"type\":\"string\",\"description\":\"Relative to the working directory.\"}";
  private static final String PATHS =
      "\"paths\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Relative to the working directory.\"}";

  private final Reading reading;
  private final Changing changing;

  public FileTools(Files files) {
    this.reading = new Reading(files);
    this.changing = new Changing(files);
  }

  public List<PlainTool> tools() {
    return List.of(
        readFile(),
        readMultipleFiles(),
        reads(
            "list_directory",
            "Lists what is in a folder.",
            "{\"type\":\"object\",\"properties\":{%s},\"required\":[\"path\"]}".formatted(PATH),
            List.of("Read", "LS"),
            reading::list),
        directoryTree(),
        searchFilesContent(),
        writeFile(),
        editFile(),
        createDirectory(),
        removeDirectory());
  }

  private PlainTool readFile() {
    return reads(
        "read_file",
        "Reads a text file. A long one is cut; 'line' and 'limit' read a part of it.",
        """
        {"type":"object","properties":{%s,
          "line":{"type":"integer","description":"The first line to read, from 1."},
          "limit":{"type":"integer","description":"How many lines to read."}},
         "required":["path"]}
        """
            .formatted(PATH),
        List.of("Read"),
        reading::read);
  }

  private PlainTool readMultipleFiles() {
    return reads(
        "read_multiple_files",
        "Reads several text files at once.",
        """
        {"type":"object","properties":{%s,
          "json":{"type":"boolean","description":"Whether to answer in JSON."}},
         "required":["paths"]}
        """
            .formatted(PATHS),
        List.of("Read", "read_file"),
        reading::readMany);
  }

  private PlainTool directoryTree() {
    return reads(
        "directory_tree",
        "Shows a folder and everything below it as JSON.",
        """
        {"type":"object","properties":{%s,
          "max_depth":{"type":"integer","description":"How many folders deep."}},
         "required":["path"]}
        """
            .formatted(PATH),
        List.of("Read", "LS"),
        reading::tree);
  }

  private PlainTool searchFilesContent() {
    return reads(
        "search_files_content",
        "Finds lines with a text, or a regular expression, in the files of a folder.",
        """
        {"type":"object","properties":{%s,
          "query":{"type":"string","description":"The text or the regular expression."},
          "is_regex":{"type":"boolean","description":"Whether it is a regular expression."},
          "excludePatterns":{"type":"array","items":{"type":"string"},"description":"Names that are left out, as in *.min.js."}},
         "required":["path","query"]}
        """
            .formatted(PATH),
        List.of("Grep", "Read", "read_file"),
        reading::search);
  }

  private PlainTool writeFile() {
    return tool(
        "write_file",
        "Writes a text file, in the place of the former one if there is one. Folders on the way are made.",
        """
        {"type":"object","properties":{%s,
          "content":{"type":"string","description":"All of it."}},
         "required":["path","content"]}
        """
            .formatted(PATH),
        List.of("write_file", "Write", "Edit"),
        Nature.SETTLES,
        changing::write);
  }

  private PlainTool editFile() {
    return tool(
        "edit_file",
        "Replaces pieces of a text file. Each 'oldText' must be in it exactly once. All edits are made, or none.",
        """
        {"type":"object","properties":{%s,
          "edits":{"type":"array","items":{"type":"object","properties":{
            "oldText":{"type":"string","description":"Exactly as it is in the file."},
            "newText":{"type":"string"}},"required":["oldText","newText"]}}},
         "required":["path","edits"]}
        """
            .formatted(PATH),
        List.of("edit_file", "Edit", "Write"),
        Nature.CHANGES,
        changing::edit);
  }

  private PlainTool createDirectory() {
    return tool(
        "create_directory",
        "Makes folders, with those on the way.",
        "{\"type\":\"object\",\"properties\":{%s},\"required\":[\"paths\"]}".formatted(PATHS),
        List.of("create_directory", "Write", "Edit"),
        Nature.SETTLES,
        changing::makeFolders);
  }

  private PlainTool removeDirectory() {
    return tool(
        "remove_directory",
        "Removes empty folders.",
        "{\"type\":\"object\",\"properties\":{%s},\"required\":[\"paths\"]}".formatted(PATHS),
        List.of("remove_directory", "Write", "Edit"),
        Nature.CHANGES,
        changing::removeFolders);
  }

  private static PlainTool reads(
      String name, String description, String schema, List<String> names, PlainTool.Action action) {
    var all = new ArrayList<String>();
    all.add(name);
    all.addAll(names);
    return tool(name, description, schema, all, Nature.READS, action);
  }

  private static PlainTool tool(
      String name,
      String description,
      String schema,
      List<String> names,
      Nature nature,
      PlainTool.Action action) {
    return new PlainTool(new ToolSpec(name, description, schema), names, nature, action);
  }
}
