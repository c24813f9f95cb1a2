import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NotificationView } from "@/contract/notification";
import { followNews, type News } from "@/features/notifications/follow-updates";

/** The server's new matches, oldest first. */
const matches: { _id: string; createdAt: string }[] = [];

vi.mock("@/browser/api", () => ({
  api: {
    read: async (_: string, { query }: { query: { since: string } }) => {
      const notifications = matches.filter(({ createdAt }) => createdAt > query.since).reverse();
      return { notifications, total: notifications.length };
    },
  },
}));
// Stays unavailable, so the page polls.
vi.mock("@/browser/live", () => ({ listenLive: () => () => undefined }));

const pollMs = 30_000;
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const showNotification = vi.fn<ServiceWorkerRegistration["showNotification"]>(async () => undefined);
const announced: string[] = [];
let stop: () => void;

function addMatch(title: string): void {
  const createdAt = new Date().toISOString();
  const redditPost = { title, site: "reddit", place: { label: "r/tea" } };
  const match = { _id: title, createdAt, matchedKeyword: "kettle", thread: null, watchId: "w", redditPost };
  matches.push(match as unknown as NotificationView);
}

async function setVisible(isVisible: boolean): Promise<void> {
  page.visibilityState = isVisible ? "visible" : "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(100);
}

const getTags = () => showNotification.mock.calls.map(([, options]) => options?.tag);

beforeEach(async () => {
  vi.useFakeTimers();
  const register = async () => ({ active: {}, showNotification });
  const serviceWorker = Object.assign(new EventTarget(), { register });
  const Notification = { permission: "granted" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { Notification }));
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("navigator", { serviceWorker });
  const from = { current: new Date().toISOString() };
  const announce = ({ lines }: News) => void announced.push(...lines);
  stop = followNews({ from, reloadLists: () => undefined, announce });
  await vi.advanceTimersByTimeAsync(1_000);
});

afterEach(() => {
  stop();
  page.visibilityState = "visible";
  matches.length = announced.length = 0;
  showNotification.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("shows system alerts with the worker, which opens them", async () => {
  addMatch("one");
  await vi.advanceTimersByTimeAsync(pollMs);
  const data = { url: "/notifications?keyword=kettle" };
  expect(showNotification.mock.calls).toEqual([
    ["New match for kettle", { body: "r/tea: one", tag: "one", icon: "/icon-192.png", data }],
  ]);
});

test("alerts of delayed matches when the page is hidden", async () => {
  addMatch("one");
  await vi.advanceTimersByTimeAsync(pollMs);
  addMatch("two");
  await vi.advanceTimersByTimeAsync(pollMs);
  expect(getTags()).toEqual(["one"]);
  await setVisible(false);
  expect(getTags()).toEqual(["one", "two"]);
});

test("polls once when the page is hidden, because the worker has dropped the pushes", async () => {
  addMatch("one");
  await setVisible(false);
  expect(getTags()).toEqual(["one"]);
  addMatch("two");
  await vi.advanceTimersByTimeAsync(pollMs * 3);
  expect(getTags()).toEqual(["one"]);
});

test("announces matches of a hidden page on return, without a second alert", async () => {
  await setVisible(false);
  addMatch("one");
  await vi.advanceTimersByTimeAsync(pollMs);
  await setVisible(true);
  expect(announced).toEqual(["r/tea: one"]);
  addMatch("two");
  await vi.advanceTimersByTimeAsync(pollMs * 3);
  expect(announced).toEqual(["r/tea: one", "r/tea: two"]);
  expect(getTags()).toEqual(["two"]);
});
