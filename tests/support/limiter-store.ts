import { vi } from "vitest";

/** Disables the store's timeout, which is too short on a busy machine for tests that count exactly. */
export function waitForTheStore(): void {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
}
