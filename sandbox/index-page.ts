import { html } from "./http";
import { mailboxStyle, mark } from "./resend/mailbox-look";

const style = `
.doors { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
.doors a { display: block; padding: 20px; color: inherit; text-decoration: none; }
.doors a:hover { background: var(--accent-soft); }
.doors strong { font-size: 16px; font-weight: 650; color: var(--accent-text); }
.doors p { margin: 4px 0 0; color: var(--ink-2); }`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

/** Start page with links to the simulated services. */
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
<p>Stand-ins for the services Earshot uses. Nothing leaves this machine.</p></div></header>
<nav class="doors" aria-label="Parts">
<a class="card" href="/mailbox"><strong>Mailbox</strong><p>Every email Earshot sent, as its recipient sees it.</p></a>
<a class="card" href="/reddit/write"><strong>Reddit</strong><p>Generated posts and comments, and a form to write your own.</p></a>
<a class="card" href="/hackernews/write"><strong>Hacker News</strong><p>Generated stories and comments, and a form to write your own.</p></a>
<a class="card" href="/lobsters/write"><strong>Lobsters</strong><p>Generated stories and comments, and a form to write your own.</p></a>
<a class="card" href="/bluesky/write"><strong>Bluesky</strong><p>Generated posts and replies, a form to write your own, and account controls.</p></a>
<a class="card" href="/github/write"><strong>GitHub</strong><p>Generated issues, pull requests and comments, and a form to write your own.</p></a>
<a class="card" href="/stackexchange/write"><strong>Stack Exchange</strong><p>Generated questions, answers and comments, and a form to write your own.</p></a>
<a class="card" href="/news/write"><strong>News</strong><p>Generated articles of several publishers, and a form to publish your own.</p></a>
<a class="card" href="/fediverse/write"><strong>Fediverse</strong><p>Generated posts and replies, and a form to write your own.</p></a>
<a class="card" href="/lemmy/write"><strong>Lemmy</strong><p>Two instances with generated posts, and a form to write your own.</p></a>
<a class="card" href="/discourse/write"><strong>Discourse</strong><p>Two forums with generated topics, and a form to write your own.</p></a>
<a class="card" href="/feeds/write"><strong>Feeds</strong><p>Three blogs with their feed URLs, and a form to publish posts.</p></a>
<a class="card" href="/stripe"><strong>Stripe</strong><p>Customers and subscriptions, with controls for payments and time.</p></a>
<a class="card" href="/push"><strong>Web Push</strong><p>Push messages as browsers show them.</p></a>
<a class="card" href="/telegram/"><strong>Telegram</strong><p>Chats with the bot, and a Start button for its links.</p></a>
<a class="card" href="/receivers"><strong>Receivers</strong><p>Webhook and chat messages as their receivers show them.</p></a>
</nav>
</main>
</body>
</html>`;
  return html(200, page, { "content-security-policy": policy, "cache-control": "no-store" });
}
