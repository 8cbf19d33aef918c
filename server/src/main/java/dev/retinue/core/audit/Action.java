package dev.retinue.core.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What can be done, as the audit trail names it.
public enum Action {
  RUN_START,
  RUN_RESTART,
  RUN_DEFINE,
  RUN_QUEUE,
  RUN_STOP,
  RUN_COMPLETE,
  RUN_APPEND,
  RUN_REMOVE,
  RUN_ANSWER,
  RUN_RAISE,
  RUN_EXPORT,
  RUN_IMPORT,
  PAYLOAD_READ,
  SESSION_OPEN,
  SESSION_FORK,
  SESSION_SEND,
  SESSION_STEER,
  SESSION_TRANSFER,
  SESSION_ASSIGN,
  SESSION_INTERRUPT,
  SESSION_RENAME,
  SESSION_CLOSE,
  SESSION_READ,
  FLEET_CREATE,
  FLEET_RESTART,
  FLEET_DELETE,
  FLEET_TASK,
  FLEET_CANCEL,
  TOKEN_CREATE,
  TOKEN_CHANGE,
  TOKEN_ROTATE,
  TOKEN_REVOKE,
  DOOR_ENTER,
  DOOR_REQUEST,
  HOUSE_START,
  HOUSE_STOP,
  HOUSE_CLEAN,
  HOUSE_BACKUP,
  AUDIT_READ,
  AUDIT_EXPORT,
  AUDIT_CUT;

  /// As it is written: `run.start`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Action::word).toList();
  }
}
