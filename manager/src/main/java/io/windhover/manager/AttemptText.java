package io.windhover.manager;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import java.io.IOException;

/** The most frequent value of all in the journal: an attempt is written as 37/99#2. */
final class AttemptText {
  private AttemptText() {}

  static final class Writer extends StdScalarSerializer<AttemptId> {
    private static final long serialVersionUID = 1;

    Writer() {
      super(AttemptId.class);
    }

    @Override
    public void serialize(AttemptId id, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(id.toString());
    }
  }

  static final class Reader extends StdScalarDeserializer<AttemptId> {
    private static final long serialVersionUID = 1;

    Reader() {
      super(AttemptId.class);
    }

    @Override
    public AttemptId deserialize(JsonParser in, DeserializationContext context) throws IOException {
      String text = in.getText();
      int slash = text.indexOf('/');
      int fence = text.indexOf('#', slash);
      return new AttemptId(
          new TaskId(
              Integer.parseInt(text, 0, slash, 10), Integer.parseInt(text, slash + 1, fence, 10)),
          Integer.parseInt(text, fence + 1, text.length(), 10));
    }
  }
}
