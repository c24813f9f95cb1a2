/** What a call takes: its path's parameters, its query and its body. */
export interface Input {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** The method and the address on this origin of a call by its line, with its input filled in; undefined is left out. */
export function requestOf(line: string, { params, query = {} }: Input): { method: string; address: string } {
  const [method = "", template = ""] = line.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params![name]!));
  const asked = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(asked).toString();
  return { method, address: `/api${path}${search === "" ? "" : `?${search}`}` };
}

/**
 * Calls that are also made by a page that is left before the client was loaded. They stand apart because with the table of
 * all that page would load more than they need.
 */
export const exitRequests = {
  deleteNotification: "DELETE /notifications/{id}",
  deleteSelected: "POST /notifications/delete",
} as const;
