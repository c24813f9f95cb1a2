import { type ParsedRequest, getFields, html, json, seeOther } from "../http";
import { escapeHtml, frame } from "../resend/mailbox-frame";
import { mailboxStyle, mark } from "../resend/mailbox-look";
import { botUsername, type Chat, type ChatMessage, type Telegram } from "./telegram";

const style = `
.chat { list-style: none; margin: 0; padding: 20px; display: grid; gap: 12px; justify-items: start; }
.chat li { max-width: min(36rem, 90%); padding: 10px 14px; border-radius: 12px; background: var(--sunken); overflow-wrap: anywhere; white-space: pre-line; }
.chat li.own { justify-self: end; background: var(--accent-soft); }
.chat small { display: block; margin-top: 4px; font-size: 13px; color: var(--ink-3); }
.chat b { font-weight: 650; }
.chat mark { background: var(--bad-soft); color: var(--bad); }
.write { display: flex; flex-wrap: wrap; gap: 8px; padding: 12px 20px; border-top: 1px solid var(--line); }
.write input { flex: 1 1 14rem; min-width: 0; font: inherit; padding: 8px 12px; border: 1px solid var(--line-strong); border-radius: 8px; background: none; color: inherit; }
.write button { font: inherit; font-weight: 600; padding: 8px 16px; border: 1px solid var(--line-strong); border-radius: 8px; background: none; color: inherit; cursor: pointer; }
.write .start { flex: 1; background: var(--accent); border-color: var(--accent); color: var(--on-accent, #fff); }`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'";

/** The chats with the bot, as its users see them. The bot's link shows the Start button. */
export async function handleTelegramPage(telegram: Telegram, parsed: ParsedRequest): Promise<Response> {
  if (parsed.method === "POST") return act(telegram, parsed);
  if (parsed.path !== "/" && parsed.path !== `/${botUsername}`) return json(404, { message: "no such page" });
  const open = [...telegram.chats.values()].filter(({ movedTo }) => movedTo === null);
  const chat = telegram.chats.get(Number(parsed.query.get("chat") ?? 5180042001)) ?? open[0]!;
  const code = /^[\w-]{1,64}$/.exec(parsed.query.get("start") ?? "")?.[0] ?? null;
  const content = `<main class="page">
<header class="brand">${mark}<div><h1>Telegram</h1><p>Chats with @${botUsername}, the bot that sends Earshot's alerts.</p></div></header>
${tabs(open, chat, code)}<section class="card">${messages(chat)}${forms(chat, code)}</section></main>`;
  const headers = { "content-security-policy": policy, "cache-control": "no-store" };
  return html(200, frame("Telegram · Sandbox", content, `<style>${mailboxStyle}${style}</style>`), headers);
}

async function act(telegram: Telegram, parsed: ParsedRequest): Promise<Response> {
  const { chat: id, text = "" } = getFields(parsed);
  const chat = telegram.chats.get(Number(id));
  if (chat === undefined) return json(404, { message: "no such chat" });
  let next = chat.id;
  if (parsed.path === "/write" && text.trim() !== "") await telegram.write(chat, text.trim());
  else if (parsed.path === "/block") chat.isBlocked = true;
  else if (parsed.path === "/upgrade" && chat.type === "group") next = telegram.upgrade(chat);
  return seeOther(`/telegram/?chat=${next}`);
}

function tabs(chats: readonly Chat[], current: Chat, code: string | null): string {
  const start = code === null ? "" : `&amp;start=${code}`;
  const tab = (chat: Chat) =>
    `<a href="/telegram/?chat=${chat.id}${start}"${chat === current ? ' aria-current="page"' : ""}>${nameOf(chat)}</a>`;
  return `<nav class="tabs" aria-label="Chats">${chats.map(tab).join("")}</nav>`;
}

function nameOf({ type, name }: Chat): string {
  return escapeHtml(type === "private" ? `@${name}` : `${name} (${type})`);
}

function messages({ messages: all }: Chat): string {
  if (all.length === 0)
    return `<div class="empty"><h2>No messages yet</h2><p>In Earshot, choose Connect Telegram under Settings > Channels (Pro), and open its link.</p></div>`;
  return `<ol class="chat">${all.map(entry).join("")}</ol>`;
}

function entry({ isBots, html: text, at }: ChatMessage): string {
  return `<li${isBots ? "" : ' class="own"'}><span dir="auto">${text}</span><small>${escapeHtml(at)}</small></li>`;
}

function forms(chat: Chat, code: string | null): string {
  const hidden = `<input type="hidden" name="chat" value="${chat.id}">`;
  const bot = chat.type === "private" ? "" : `@${botUsername}`;
  const start = `<form class="write" method="post" action="/telegram/write">${hidden}<input type="hidden" name="text" value="/start${bot} ${code ?? ""}"><button class="start">${chat.type === "private" ? "Start" : "Add the bot and send the code"}</button></form>`;
  const write = `<form class="write" method="post" action="/telegram/write">${hidden}<input name="text" aria-label="Message" autocomplete="off"><button>Send</button></form>`;
  const button = (action: string, label: string) =>
    `<form class="write" method="post" action="/telegram/${action}">${hidden}<button>${label}</button></form>`;
  const block = chat.isBlocked
    ? ""
    : button("block", chat.type === "private" ? "Block the bot" : "Remove the bot");
  const upgrade = chat.type === "group" ? button("upgrade", "Upgrade to a supergroup") : "";
  return `${code === null ? "" : start}${write}${block}${upgrade}`;
}
