import { expect, test } from "vitest";
import { getMailbox } from "@/server/delivery/mailbox";

test.each([
  ["Rosa.Lind@Earshot.Example", "rosa.lind@earshot.example"],
  ["rosa+news@earshot.example", "rosa@earshot.example"],
  ["rosa+a+b@earshot.example", "rosa@earshot.example"],
  ["+rosa@earshot.example", "+rosa@earshot.example"],
  ["rosa@earshot.example.", "rosa@earshot.example"],
  ['"rosa"@earshot.example', "rosa@earshot.example"],
  ['"ro\\sa"@earshot.example', "rosa@earshot.example"],
  ["ｒｏｓａ@earshot.example", "rosa@earshot.example"],
  ["rosa@BÜCHER.example", "rosa@xn--bcher-kva.example"],
  ["rosa@xn--bcher-kva.example", "rosa@xn--bcher-kva.example"],
  ["r.o.s.a@gmail.com", "rosa@gmail.com"],
  ["ro.sa+1@googlemail.com", "rosa@gmail.com"],
])("counts %s as %s", (address, mailbox) => {
  expect(getMailbox(address)).toBe(mailbox);
});

test("keeps different mailboxes separate", () => {
  const all = ["rosa@earshot.example", "ro.sa@earshot.example", "rosa@gmail.example", "rosa@gmail.com"];
  expect(new Set(all.map(getMailbox)).size).toBe(all.length);
});
