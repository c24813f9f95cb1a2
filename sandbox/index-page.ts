import { html } from "./http";

/** Where the sandbox can be looked at. */
export function indexPage(): Response {
  return html(
    200,
    '<!doctype html><title>Sandbox</title><p><a href="/mailbox">Mailbox</a> <a href="/reddit/write">Write on Reddit</a>',
  );
}
