import Link from "next/link";
import workflow from "../../../docs/n8n-earshot.json" with { type: "json" };
import { messageExample, referencePaths, verificationExample } from "@/contract/reference";
import { Badge } from "@/ui/badge";
import { CodeBlock } from "./code-block";
import { Entry, SubHeading } from "./entry";

export function Receive({ appUrl, mcpLimit }: { appUrl: string; mcpLimit: string }) {
  return (
    <>
      <Entry
        id="webhooks"
        title="Webhooks"
        lead="Signed per Standard Webhooks, so any of its libraries works. Verify the raw body before parsing it."
        example={
          <>
            <CodeBlock title="TypeScript" label="Verification in TypeScript">
              {verificationExample}
            </CodeBlock>
            <CodeBlock title="Payload" label="Webhook payload">
              {JSON.stringify(messageExample, null, 2)}
            </CodeBlock>
          </>
        }
      >
        <p className="mb-6 text-14 text-ink-2">
          Add a webhook under <Link href="/settings">Settings &gt; Channels</Link> (Pro). The signing secret
          is shown only once.
        </p>
        <SubHeading>Headers</SubHeading>
        <Rows
          rows={[
            ["webhook-id", "Constant across retries; use it to deduplicate."],
            ["webhook-timestamp", "Unix timestamp in seconds. Reject anything older than five minutes."],
            [
              "webhook-signature",
              "v1,<base64 HMAC-SHA256>. For 24 hours after you rotate the secret, there is one signature per valid secret.",
            ],
          ]}
        />
        <SubHeading>Response</SubHeading>
        <p className="pt-3 text-14 text-ink-2">
          Any 2xx within 15 seconds. 410 disables the destination. Anything else is retried for about three
          days. Then we email you and stop.
        </p>
      </Entry>
      <Entry
        id="n8n"
        title="n8n"
        lead="An importable workflow that verifies each webhook, emits matches one at a time and marks them as read in Earshot."
      >
        <p className="text-14 text-ink-2">
          <a href={fileOf(workflow, appUrl)} download="n8n-earshot.json">
            Download the workflow
          </a>
        </p>
        <ol className="list-decimal space-y-2 pt-3 pl-5 text-14 text-ink-2">
          <li>Import the file, and allow the crypto module in Code nodes.</li>
          <li>Create a write key and use it as Bearer Auth in the two HTTP Request nodes.</li>
          <li>Publish the workflow, and add its production URL under Settings &gt; Channels.</li>
          <li>Paste the signing secret at the top of Verify and publish again.</li>
          <li>Add your own steps after Each match.</li>
        </ol>
      </Entry>
      <Entry
        id="live"
        title="Live stream"
        lead="A server-sent events stream. Each news event contains the latest matches."
        line={<Line method="GET" path={referencePaths.live} note="5 concurrent connections per account" />}
      >
        <p className="text-14 text-ink-2">
          Connections close after four minutes. Reconnect with <code>Last-Event-ID</code> to resume. If you
          get 204,{" "}
          <Link href="/developers/notifications#listNews" prefetch={false}>
            poll for news
          </Link>{" "}
          every 30 seconds instead.
        </p>
      </Entry>
      <Entry
        id="feed"
        title="Feeds"
        lead="Your matches as a private Atom feed for any reader."
        line={<Line method="GET" path={referencePaths.feed} note="No API key required" />}
      >
        <p className="text-14 text-ink-2">
          Create the feed URL in <Link href="/settings">Settings</Link>. Anyone with the URL can read it;
          creating a new one disables the old one.
        </p>
      </Entry>
      <Entry
        id="mcp"
        title="Set up MCP"
        lead="Let an agent manage watches and search your matches. Third-party content is passed as data, never as instructions."
        line={<Line method="POST" path={referencePaths.mcp} note={mcpLimit} />}
        example={
          <CodeBlock title="Configuration" label="MCP configuration">
            {JSON.stringify(mcpServers(appUrl), null, 2)}
          </CodeBlock>
        }
      >
        <SubHeading>Set up</SubHeading>
        <ol className="mb-6 list-decimal space-y-2 pt-3 pl-5 text-14 text-ink-2">
          <li>Create an API key. The read scope is enough to search; write lets the agent change watches.</li>
          <li>Add this configuration to your client.</li>
          <li>Ask it: “What did people say about tidewater this week?”</li>
        </ol>
        <SubHeading>Tools</SubHeading>
        <Rows
          rows={[
            ["search_matches get_match list_watches", "Read key."],
            ["preview_watch explain_link get_coverage", "Read key. Doesn't store anything."],
            ["get_receipt not_relevant", "Read key. Receipts and suggested exclusions."],
            ["create_watch update_watch delete_watch follow_thread", "Write key."],
            ["mark_matches undo_change star", "Write key."],
          ]}
        />
      </Entry>
    </>
  );
}

function Line({ method, path, note }: { method: string; path: string; note: string }) {
  return (
    <>
      <Badge look="accent">{method}</Badge>
      <code className="text-14 break-all">{path}</code>
      <Badge>{note}</Badge>
    </>
  );
}

function Rows({ rows }: { rows: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="mb-6 divide-y divide-line">
      {rows.map(([name, text]) => (
        <div key={name} className="py-3 text-13">
          <dt>
            <code className="font-semibold wrap-anywhere">{name}</code>
          </dt>
          <dd className="mt-0.5 text-14 text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the file as a data URL, with this server's URL filled in. */
function fileOf(file: object, appUrl: string): string {
  const text = JSON.stringify(file, null, 2).replace("https://earshot.example", appUrl);
  return `data:application/json,${encodeURIComponent(text)}`;
}

const mcpServers = (appUrl: string) => ({
  mcpServers: {
    earshot: {
      type: "http",
      url: `${appUrl}${referencePaths.mcp}`,
      headers: { Authorization: "Bearer esk_…" },
    },
  },
});
