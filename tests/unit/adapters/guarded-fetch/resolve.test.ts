import { expect, test } from "vitest";
import { resolveInside, resolveOutside } from "@/adapters/guarded-fetch/resolve";

const patience = () => AbortSignal.timeout(5_000);

test("resolves local names by the hosts file and no others", async () => {
  expect(await resolveInside("localhost", patience())).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  );
  await expect(resolveInside("no_such_host..", patience())).rejects.toMatchObject({
    name: "GuardError",
    reason: "unknown",
  });
});

test("stops waiting for name servers when its signal aborts", async () => {
  const requested = resolveOutside("earshot.invalid", AbortSignal.timeout(20));
  await expect(requested).rejects.toMatchObject({
    name: "GuardError",
    reason: expect.stringMatching(/^(network|unknown)$/),
  });
});
