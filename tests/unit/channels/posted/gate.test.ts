import { expect, it } from "vitest";
import { Gate } from "@/channels/posted/gate";

const fine = async () => "fine";
const isBad = (response: string) => response === "bad";
/** A receiver whose responses the test controls. */
function stored() {
  let response: (text: string) => void = () => {};
  const responded = new Promise<string>((resolve) => (response = resolve));
  return { act: () => responded, response };
}

it("allows two parallel requests, requeues a third behind slow ones, and doesn't delay other receivers", async () => {
  const gate = new Gate();
  const [one, two] = [stored(), stored()];
  const open = [gate.pass("a", 0, one.act, isBad), gate.pass("a", 0, two.act, isBad)];
  expect(await gate.pass("a", 0, fine, isBad)).toMatchObject({ waitMs: expect.any(Number) as number });
  expect(await gate.pass("b", 0, fine, isBad)).toEqual({ response: "fine" });
  for (const each of [one, two]) each.response("fine");
  expect(await Promise.all(open)).toEqual([{ response: "fine" }, { response: "fine" }]);
  expect(await gate.pass("a", 0, fine, isBad)).toEqual({ response: "fine" });
});

it("pauses a receiver after five failures in a row, but not after a success in between", async () => {
  const gate = new Gate();
  const bad = async () => "bad";
  const fail = async (times: number) => {
    for (let n = 0; n < times; n++) expect(await gate.pass("a", 0, bad, isBad)).toEqual({ response: "bad" });
  };
  await fail(4);
  expect(await gate.pass("a", 0, fine, isBad)).toEqual({ response: "fine" });
  await fail(5);
  const waitOf = (snippet: object) => (snippet as { waitMs: number }).waitMs;
  const beforeMs = performance.now();
  const firstMs = waitOf(await gate.pass("a", 0, fine, isBad));
  expect(firstMs).toBeGreaterThan(0);
  const secondMs = waitOf(await gate.pass("a", 0, fine, isBad));
  // Each wait is longer than the one before, however long the test took, so requeued messages are spread out.
  expect(performance.now() + secondMs).toBeGreaterThan(beforeMs + firstMs);
});

it("a rejected request counts as a failure and frees its slot", async () => {
  const gate = new Gate();
  const broken = () => Promise.reject(new Error("broken"));
  for (let n = 0; n < 3; n++) await expect(gate.pass("a", 0, broken, isBad)).rejects.toThrow("broken");
  expect(await gate.pass("a", 0, fine, isBad)).toEqual({ response: "fine" });
});

it("requeues immediately if the receiver's last response was slow", async () => {
  const gate = new Gate();
  const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 520, "fine"));
  await gate.pass("a", 0, slow, isBad);
  const [one, two] = [stored(), stored()];
  const open = [gate.pass("a", 0, one.act, isBad), gate.pass("a", 0, two.act, isBad)];
  const third = gate.pass("a", 0, fine, isBad).then(() => "turned away");
  // The open requests have only just started.
  expect(await Promise.race([third, new Promise((resolve) => setTimeout(resolve, 250, "waits"))])).toBe(
    "turned away",
  );
  for (const each of [one, two]) each.response("fine");
  await Promise.all(open);
  // The last response was fast, so the next message waits for a free slot again.
  const [next, other] = [stored(), stored()];
  const used = [gate.pass("a", 0, next.act, isBad), gate.pass("a", 0, other.act, isBad)];
  const waiting = gate.pass("a", 0, fine, isBad);
  for (const each of [next, other]) each.response("fine");
  expect(await waiting).toEqual({ response: "fine" });
  await Promise.all(used);
});
