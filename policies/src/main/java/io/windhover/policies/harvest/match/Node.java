package io.windhover.policies.harvest.match;

import io.windhover.policies.harvest.predict.Change;
import java.util.List;

/**
 * A node as the match maker sees it during one pass.
 *
 * @param last what its last change was
 * @param elapsedMillis how long ago that was
 */
public record Node(int id, List<String> labels, Change last, long elapsedMillis, Room room) {}
