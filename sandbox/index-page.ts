import { html } from "./http";
import { mailboxStyle, mark } from "./resend/mailbox-look";

const style = `
.doors { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
.doors a { display: block; padding: 20px; color: inherit; text-decoration: none; }
.doors a:hover { background: var(--accent-soft); }
.doors strong { font-size: 16px; font-weight: 650; color: var(--accent-text); }
.doors p { margin: 4px 0 0; color: var(--ink-2); }`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

/** Where the sandbox can be looked at. */
export function indexPage(): Response {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<style>${mailboxStyle}${style}</style>
</head>
<body>
<main class="page">
<header class="brand">${mark}<div><h1>Sandbox</h1>
<p>It stands in for the services that Earshot speaks to. Nothing leaves this machine.</p></div></header>
<nav class="doors" aria-label="Parts">
<a class="card" href="/mailbox"><strong>Mailbox</strong><p>Every mail that Earshot sent, as its reader sees it.</p></a>
<a class="card" href="/reddit/write"><strong>Reddit</strong><p>What people write here by themselves, and a form to join in.</p></a>
<a class="card" href="/hackernews/write"><strong>Hacker News</strong><p>The same for stories and comments there, by their numbers.</p></a>
<a class="card" href="/lobsters/write"><strong>Lobsters</strong><p>The same for stories and comments there.</p></a>
<a class="card" href="/bluesky/write"><strong>Bluesky</strong><p>The same for posts and replies there, and what becomes of accounts.</p></a>
<a class="card" href="/discourse/write"><strong>Discourse</strong><p>The same in two forums, each at an address of its own.</p></a>
<a class="card" href="/feeds/write"><strong>Feeds</strong><p>Three blogs, their addresses for a watch, and a form to publish in them.</p></a>
<a class="card" href="/stripe"><strong>Stripe</strong><p>Who pays for Pro, and what banks and time do with it.</p></a>
<a class="card" href="/push"><strong>Web Push</strong><p>What was pushed to browsers, as they show it.</p></a>
<a class="card" href="/receivers"><strong>Receivers</strong><p>What arrived at webhooks and chats, as they show it.</p></a>
</nav>
</main>
</body>
</html>`;
  return html(200, page, { "content-security-policy": policy, "cache-control": "no-store" });
}
