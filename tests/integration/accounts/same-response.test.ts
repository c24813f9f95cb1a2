import { dropResponses } from "../../support/after-responses";
import { expect, test } from "vitest";
import { createUser } from "../../../prisma/factories";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as login from "@/app/api/auth/login/route";
import * as resend from "@/app/api/auth/resend-verification/route";
import { call } from "../../support/request";

const rounds = 100;
const calls = {
  login: { handler: login.POST, extra: { password: "Listen-2027" } },
  resend: { handler: resend.POST, extra: {} },
  forgot: { handler: forgot.POST, extra: {} },
};

const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other);
const median = (times: readonly number[]) => sorted(times)[Math.floor(times.length / 2)]!;
/** Interquartile range of the times. */
const spread = (times: readonly number[]) => {
  const inOrder = sorted(times);
  return inOrder[Math.floor(times.length * 0.75)]! - inOrder[Math.floor(times.length * 0.25)]!;
};

test.each(Object.entries(calls))(
  "%s does not reveal known, unknown and unverified addresses",
  async (name, { handler, extra }) => {
    const { email: known } = await createUser();
    const { email: unverified } = await createUser({ emailVerifiedAt: null });
    // The known address is measured twice: the difference is noise.
    const cases = { known, again: known, unknown: "nobody@earshot.example", unverified };
    const times: Record<string, number[]> = { known: [], again: [], unknown: [], unverified: [] };
    const responses = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      for (const [which, email] of Object.entries(cases)) {
        const started = performance.now();
        const response = await call(handler, "POST", `/api/auth/${name}`, { body: { email, ...extra } });
        times[which]!.push(performance.now() - started);
        const { status, body, headers } = response;
        responses.add(JSON.stringify([status, body, [...headers.keys()].sort()]));
      }
      dropResponses();
    }
    expect([...responses]).toHaveLength(1);

    const medians = Object.fromEntries(Object.keys(cases).map((which) => [which, median(times[which]!)]));
    const shown = Object.entries(medians).map(([which, ms]) => `${which} ${ms.toFixed(2)} ms`);
    console.log(`${name}, medians of ${rounds}: ${shown.join(", ")}`);
    const noise = Math.max(Math.abs(medians.known! - medians.again!), spread(times.known!) / 2);
    for (const which of ["unknown", "unverified"])
      expect(Math.abs(medians[which]! - medians.known!)).toBeLessThanOrEqual(5 * noise);
  },
);
