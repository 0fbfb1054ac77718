package io.windhover.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Other programs' workflow files, told from job files by what stands at their beginning. */
enum WorkflowFormat {
  DAX {
    @Override
    WorkflowDraft.Ordered read(InputStream in, Problems problems) throws JobFileException {
      return DaxReader.read(in, problems);
    }
  },

  WFCOMMONS {
    @Override
    WorkflowDraft.Ordered read(InputStream in, Problems problems) throws JobFileException {
      return WfCommonsReader.read(in, problems);
    }
  };

  /** So much of a file is enough to tell. */
  static final int START_BYTES = 64 << 10;

  /** The tasks of a file, none of which has a command. */
  abstract WorkflowDraft.Ordered read(InputStream in, Problems problems) throws JobFileException;

  /** Empty for a job file, and for what is none of these. */
  static Optional<WorkflowFormat> of(byte[] start) {
    int at = SourceText.hasMark(start) ? 3 : 0;
    while (at < start.length && Character.isWhitespace(start[at])) {
      at++;
    }
    if (at < start.length && start[at] == '<') {
      return Optional.of(DAX);
    }
    boolean json = at < start.length && start[at] == '{';
    return json && isWfCommons(start) ? Optional.of(WFCOMMONS) : Optional.empty();
  }

  private static boolean isWfCommons(byte[] start) {
    try (JsonParser parser = new JsonFactory().createParser(start)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        switch (parser.currentName()) {
          case "schemaVersion", "workflow" -> {
            return true;
          }
          case "tasks" -> {
            return false;
          }
          default -> {
            parser.nextToken();
            parser.skipChildren();
          }
        }
      }
    } catch (IOException e) {
      return false; // Cut off, or no JSON after all: its reader will say so.
    }
    return false;
  }
}
