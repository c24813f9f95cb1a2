import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedNames, storedWritesName } from "@/browser/tokens";
import { send, sendStored, type Write } from "@/features/notifications/send";
import { toasts } from "@/ui/toast/store";

const stored = new Map<string, string>();
const listeners = new Map<string, () => void>();
const sent: string[] = [];
/** Responses by id or token. */
let responses: Record<string, () => Response> = {};

const archive = (id: string): Write => ["archiveSelected", { body: { ids: [id] } }];
const refused = () =>
  Response.json({ code: "NOT_FOUND", message: "Notification not found" }, { status: 404 });
const disconnected = () => {
  throw new TypeError("Failed to fetch");
};

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  responses = {};
  listeners.clear();
  vi.stubGlobal("window", {
    addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
  });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const { ids } = JSON.parse(body) as { ids: [string] };
    sent.push(ids[0]);
    return responses[ids[0]]?.() ?? Response.json({ updated: 1 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const storeWrites = (...ids: string[]) =>
  stored.set(storedWritesName, JSON.stringify({ owner: "", writes: ids.map(archive) }));

test.each([
  [["b"], "Failed to save a change made earlier"],
  [["a", "c"], "Failed to save 2 changes made earlier"],
])("sends all stored changes if %s are refused, with one toast", async (ids, title) => {
  storeWrites("a", "b", "c");
  responses = Object.fromEntries(ids.map((id) => [id, refused]));
  // Other test files share the store.
  const toast = vi.spyOn(toasts, "add").mockReturnValue(0);
  await sendStored();
  expect(sent).toEqual(["a", "b", "c"]);
  expect(stored.has(storedWritesName)).toBe(false);
  expect(toast.mock.calls).toMatchObject([[{ title, text: "Notification not found" }]]);
});

test("keeps the remaining stored changes in order if the connection is lost", async () => {
  storeWrites("a", "b", "c");
  responses = { b: disconnected };
  await sendStored();
  expect(sent).toEqual(["a", "b"]);
  responses = {};
  await sendStored();
  expect(sent).toEqual(["a", "b", "b", "c"]);
});

test("sends stored changes before later ones", async () => {
  storeWrites("a", "b");
  const earlier = sendStored();
  await send(() => [archive("c")]);
  await earlier;
  expect(sent).toEqual(["a", "b", "c"]);
});

test.each([
  ["when the connection is back", ["a", "c"], []],
  ["by the next page", [], ["a", "c"]],
])("doesn't send a change undone offline, %s", async (when, sentHere, storedForNext) => {
  vi.stubGlobal("navigator", { onLine: false });
  stored.set(storedNames.token, "token");
  let undone: Write[] = [archive("b")];
  const all = [send(() => [archive("a")]), send(() => undone), send(() => [archive("c")])];
  await expect.poll(() => listeners.has("online")).toBe(true);
  undone = [];
  if (when === "by the next page") listeners.get("pagehide")!();
  const { writes } = JSON.parse(stored.get(storedWritesName) ?? '{ "writes": [] }') as { writes: Write[] };
  expect(writes).toEqual(storedForNext.map(archive));
  vi.stubGlobal("navigator", { onLine: true });
  listeners.get("online")!();
  await Promise.all(all);
  expect(sent).toEqual(sentHere);
});
