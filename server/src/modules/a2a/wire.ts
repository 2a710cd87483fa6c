/** The objects of A2A 1.0 as this server sends them, in the JSON form of its Protocol Buffers. */

export const PROTOCOL_VERSION = "1.0";
/** The media type of the HTTP+JSON binding. */
export const A2A_MEDIA_TYPE = "application/a2a+json";

export type TaskState =
  | "TASK_STATE_SUBMITTED"
  | "TASK_STATE_WORKING"
  | "TASK_STATE_COMPLETED"
  | "TASK_STATE_FAILED"
  | "TASK_STATE_CANCELED";

/** A part has exactly one of `text`, `data` and `url`. */
export interface Part {
  text?: string;
  data?: unknown;
  url?: string;
  filename?: string;
  mediaType?: string;
}

export interface Message {
  messageId: string;
  contextId?: string;
  taskId?: string;
  role: "ROLE_AGENT";
  parts: Part[];
  metadata?: Record<string, unknown>;
}

export interface TaskStatus {
  state: TaskState;
  message?: Message;
  timestamp: string;
}

export interface Artifact {
  artifactId: string;
  name: string;
  parts: Part[];
}

export interface Task {
  id: string;
  contextId: string;
  status: TaskStatus;
  artifacts?: Artifact[];
  metadata?: Record<string, unknown>;
}

/** The result of SendMessage. */
export type SendMessageResponse = { task: Task } | { message: Message };

interface TaskStatusUpdate {
  taskId: string;
  contextId: string;
  status: TaskStatus;
  metadata?: Record<string, unknown>;
}

interface TaskArtifactUpdate {
  taskId: string;
  contextId: string;
  artifact: Artifact;
  /** Whether the parts follow those that were sent before for this artifact; otherwise they replace them. */
  append: boolean;
  lastChunk: boolean;
}

/** An event of a stream. */
export type StreamResponse =
  | SendMessageResponse
  | { statusUpdate: TaskStatusUpdate }
  | { artifactUpdate: TaskArtifactUpdate };

export interface ListTasksResponse {
  tasks: Task[];
  /** Empty on the last page. */
  nextPageToken: string;
  pageSize: number;
  totalSize: number;
}
