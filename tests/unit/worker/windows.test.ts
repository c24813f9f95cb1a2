import { expect, test, vi } from "vitest";
import { origin, startWorker } from "../../support/push-worker";

interface Options {
  path?: string;
  isVisible?: boolean;
  /** The time until it replies (ms). */
  delayMs?: number;
}

/** A window loaded at `/dashboard`. It replies with `path`, as app screens do. */
function createWindow({ path, isVisible = false, delayMs }: Options) {
  return {
    url: `${origin}/dashboard`,
    visibilityState: isVisible ? "visible" : "hidden",
    postMessage: vi.fn((_: string, [port]: [MessagePort]) => {
      if (delayMs !== undefined) setTimeout(() => port.postMessage(path), delayMs);
      else if (path !== undefined) port.postMessage(path);
    }),
    focus: vi.fn(async () => undefined),
    navigate: vi.fn<(url: URL) => Promise<void>>(async () => undefined),
  };
}

const message = { title: "New match", body: "r/tea: Which kettle?", tag: "n1", url: "/notifications" };

test.each([
  ["shows a push message over a visible screen outside of the app", { isVisible: true }, ["New match"]],
  ["drops a push message while an app screen is visible", { isVisible: true, path: "/settings" }, []],
  ["shows a push message if the app's window is hidden", { path: "/settings" }, ["New match"]],
])("%s", async (_, options, expected) => {
  const { push, shown } = startWorker({ windows: [createWindow(options)] });
  await push(JSON.stringify(message));
  expect(shown).toEqual(expected);
});

test("doesn't wait for hidden windows before it shows a push message", async () => {
  const hidden = createWindow({ path: "/settings" });
  const { push, shown } = startWorker({ windows: [hidden] });
  await push(JSON.stringify(message));
  expect(shown).toEqual(["New match"]);
  expect(hidden.postMessage).not.toHaveBeenCalled();
});

test("drops a push message if a visible app screen takes two seconds to reply", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const busy = createWindow({ path: "/settings", isVisible: true, delayMs: 2_000 });
    const { push, shown } = startWorker({ windows: [busy] });
    const pushed = push(JSON.stringify(message));
    await vi.advanceTimersByTimeAsync(2_000);
    await pushed;
    expect(shown).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["isn't JSON", "New match"],
  ["isn't an object", "null"],
  ["lacks the body", JSON.stringify({ ...message, body: undefined })],
])("shows a general text if the message %s", async (_, data) => {
  const { push, shown } = startWorker();
  await push(data);
  expect(shown).toEqual(["New matches"]);
});

test("a click opens the notifications in the window that shows an app screen", async () => {
  const [other, app] = [createWindow({}), createWindow({ path: "/settings" })];
  const { click, opened } = startWorker({ windows: [other, app] });
  await click("/notifications");
  expect(app.focus).toHaveBeenCalledOnce();
  expect(app.navigate.mock.calls.map(([url]) => url.href)).toEqual([`${origin}/notifications`]);
  expect(other.focus).not.toHaveBeenCalled();
  expect(opened).toEqual([]);
});

test("a click only focuses a window that shows the notifications", async () => {
  const app = createWindow({ path: "/notifications" });
  await startWorker({ windows: [app] }).click("/notifications");
  expect(app.focus).toHaveBeenCalledOnce();
  expect(app.navigate).not.toHaveBeenCalled();
});

test("a click uses a frozen window, and opens one if there is none", async () => {
  const frozen = createWindow({});
  await startWorker({ windows: [frozen] }).click("/notifications");
  expect(frozen.navigate).toHaveBeenCalledOnce();
  const { click, opened } = startWorker();
  await click("/notifications");
  expect(opened).toEqual([`${origin}/notifications`]);
});
