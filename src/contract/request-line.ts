export interface Input {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

export function getRequest(line: string, { params, query = {} }: Input): { method: string; address: string } {
  const [method = "", template = ""] = line.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params![name]!));
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(parameters).toString();
  return { method, address: `/api${path}${search === "" ? "" : `?${search}`}` };
}

/** Pages send these while unloading. In their own file to avoid loading the table of all operations. */
export const exitRequests = {
  deleteSelected: "POST /notifications/delete",
  archiveSelected: "POST /notifications/archive",
  markSelectedRead: "POST /notifications/read",
  markSelectedUnread: "POST /notifications/unread",
  snoozeSelected: "POST /notifications/snooze",
  starSelected: "POST /notifications/star",
  unstarSelected: "POST /notifications/unstar",
  openNotification: "PATCH /notifications/{id}/open",
  undoChange: "POST /undo/{token}",
} as const;

/** The same for the stream of updates. */
export const liveRequest = { listenLive: "GET /notifications/live" } as const;
