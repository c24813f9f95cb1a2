import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { env } from "@/env";
import { start } from "@/server/operation/start";
import { log } from "@/server/platform/log";

// Otherwise the start begins checks that outlive this file.
beforeAll(() => {
  env().LIVE = "off";
});
afterEach(() => {
  env().REGISTRATION = "open";
  env().LOCAL_ADDRESSES = undefined;
  vi.restoreAllMocks();
});

const said =
  "LOCAL_ADDRESSES is set while REGISTRATION is open: anyone can register and make Earshot request those hosts";

it.each([
  { registration: "open", local: ["nas.lan"], warned: [[said]] },
  { registration: "closed", local: ["nas.lan"], warned: [] },
  { registration: "open", local: undefined, warned: [] },
] as const)(
  "warns at startup if strangers can reach local hosts: $registration, $local",
  async ({ registration, local, warned }) => {
    env().REGISTRATION = registration;
    env().LOCAL_ADDRESSES = local && [...local];
    const warn = vi.spyOn(log(), "warn");
    await start();
    expect(warn.mock.calls).toEqual(warned);
  },
);
