import { vi } from "vitest";

/** On a machine with much else to do half a second is soon over: a test that counts exactly waits as long as it takes. */
export function waitForTheStore(): void {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
}
