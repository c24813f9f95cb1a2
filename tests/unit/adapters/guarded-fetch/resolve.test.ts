import { expect, test } from "vitest";
import { resolveInside, resolveOutside } from "@/adapters/guarded-fetch/resolve";

const patience = () => AbortSignal.timeout(5_000);

test("names of this machine are found in its own file, others are unknown", async () => {
  expect(await resolveInside("localhost", patience())).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  );
  await expect(resolveInside("no_such_host..", patience())).rejects.toMatchObject({
    name: "GuardError",
    reason: "unknown",
  });
});

test("the wait for name servers ends with its signal", async () => {
  const asked = resolveOutside("earshot.invalid", AbortSignal.timeout(20));
  await expect(asked).rejects.toMatchObject({
    name: "GuardError",
    reason: expect.stringMatching(/^(network|unknown)$/),
  });
});
