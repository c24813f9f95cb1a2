import { expect, it } from "vitest";
import { getServer } from "@/channels/email/smtp";

it.each([
  [
    "smtp://127.0.0.1:1025",
    { host: "127.0.0.1", port: 1025, secure: false, requireTLS: false, auth: undefined },
  ],
  [
    "smtp://mail.example",
    { host: "mail.example", port: undefined, secure: false, requireTLS: false, auth: undefined },
  ],
  [
    "smtps://me%40mail.example:p%3As%2F@mail.example:465",
    {
      host: "mail.example",
      port: 465,
      secure: true,
      requireTLS: true,
      auth: { user: "me@mail.example", pass: "p:s/" },
    },
  ],
  [
    "smtp://me:secret@mail.example:587",
    {
      host: "mail.example",
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: "me", pass: "secret" },
    },
  ],
  [
    "smtp://me:secret@[::1]:587",
    { host: "::1", port: 587, secure: false, requireTLS: false, auth: { user: "me", pass: "secret" } },
  ],
])("%s: sends a password to another machine only with TLS", (url, server) => {
  expect(getServer(url)).toEqual(server);
});
