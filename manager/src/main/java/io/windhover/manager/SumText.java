package io.windhover.manager;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import io.windhover.core.event.MachineChange.LeaseEnded;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a lease was charged, in the journal: where nothing stands, nobody has said it. */
final class SumText extends StdScalarDeserializer<Long> {
  private static final long serialVersionUID = 1;

  SumText() {
    super(Long.class);
  }

  @Override
  public Long deserialize(JsonParser in, DeserializationContext context) throws IOException {
    return in.getLongValue();
  }

  @Override
  public Long getAbsentValue(DeserializationContext context) {
    return LeaseEnded.NOT_SAID;
  }

  /** The value that is not written. */
  static final class NotSaid {
    @Override
    public boolean equals(@Nullable Object nanos) {
      return nanos instanceof Long sum && sum == LeaseEnded.NOT_SAID;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
