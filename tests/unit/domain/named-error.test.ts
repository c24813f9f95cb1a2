import { expect, test, vi } from "vitest";

/** Per class: its module and an instance, as a copy of the module in another bundle would create it. */
const classes: Record<string, [load: () => Promise<Record<string, unknown>>, args: unknown[]]> = {
  AppError: [() => import("@/contract/errors"), ["NOT_FOUND"]],
  GuardError: [() => import("@/adapters/guarded-fetch/guard-error"), ["network", "lost"]],
  SiteError: [() => import("@/domain/reading/site-error"), ["unavailable", "down"]],
  TaskError: [() => import("@/server/threads/task-error"), ["late", "too late"]],
};
type ErrorClass = new (...args: unknown[]) => Error;

test.each(Object.entries(classes))(
  "%s is recognized from every copy of its module",
  async (name, [load, args]) => {
    const first = (await load())[name] as ErrorClass;
    vi.resetModules();
    const second = (await load())[name] as ErrorClass;
    expect(first).not.toBe(second);
    expect(new first(...args)).toBeInstanceOf(second);
    expect(new second(...args)).toBeInstanceOf(first);
    for (const other of [new Error("none"), new TypeError("none"), { name }, null, name])
      expect(other).not.toBeInstanceOf(first);
  },
);

test("a refused stream is a SiteError, but other SiteErrors are no refusals", async () => {
  const { SiteError } = await import("@/domain/reading/site-error");
  const { Refusal } = await import("@/sites/bluesky/stream-connection");
  const down = new SiteError("unavailable", "down");
  expect(new Refusal(down, "CursorTooOld")).toBeInstanceOf(SiteError);
  expect(new Refusal(down, "CursorTooOld")).toBeInstanceOf(Refusal);
  expect(down).not.toBeInstanceOf(Refusal);
});
