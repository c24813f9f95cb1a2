import Link from "next/link";
import workflow from "../../../docs/n8n-earshot.json" with { type: "json" };
import { messageExample, referencePaths, verificationExample } from "@/contract/reference";
import { Badge } from "@/ui/badge";
import { CodeBlock } from "./code-block";
import { Entry, SubHeading } from "./entry";

/** The ways in which matches come by themselves, and how an agent asks for them. */
export function Receive({ appUrl }: { appUrl: string }) {
  return (
    <>
      <Entry
        id="webhooks"
        title="Webhooks"
        lead="Signed the Standard Webhooks way, so any of its libraries will do. Verify the raw body before you parse it."
        example={
          <>
            <CodeBlock title="TypeScript" label="Verification in TypeScript">
              {verificationExample}
            </CodeBlock>
            <CodeBlock title="What is sent" label="A webhook's body">
              {JSON.stringify(messageExample, null, 2)}
            </CodeBlock>
          </>
        }
      >
        <p className="mb-6 text-14 text-ink-2">
          Add one <Link href="/settings">in the settings</Link> under Channels; it is a part of Pro. Its
          secret is shown once.
        </p>
        <SubHeading>Headers</SubHeading>
        <Rows
          rows={[
            ["webhook-id", "Stays the same on every retry, so you can drop repeats."],
            ["webhook-timestamp", "Seconds since 1970. Refuse anything older than five minutes."],
            [
              "webhook-signature",
              "v1, and HMAC SHA-256 in base64. Two of them for 24 hours after a new secret.",
            ],
          ]}
        />
        <SubHeading>Answer</SubHeading>
        <p className="pt-3 text-14 text-ink-2">
          Any 2xx within 15 seconds. 410 switches the destination off. Anything else is retried for about
          three days; then we tell you and stop.
        </p>
      </Entry>
      <Entry
        id="n8n"
        title="n8n"
        lead="A workflow to import: it verifies each webhook, hands matches on one by one, and marks them as read here."
      >
        <p className="text-14 text-ink-2">
          <a href={fileOf(workflow, appUrl)} download="n8n-earshot.json">
            Download the workflow
          </a>
        </p>
        <ol className="list-decimal space-y-2 pt-3 pl-5 text-14 text-ink-2">
          <li>Import it from the file, and allow its Code node the module crypto.</li>
          <li>Make a write key, and choose it as Bearer Auth in the two HTTP Request nodes.</li>
          <li>Publish it, and add its production URL in the settings under Channels.</li>
          <li>Fill the signing secret in at the top of Verify, and publish it again.</li>
          <li>Put what you want to happen behind Each match.</li>
        </ol>
      </Entry>
      <Entry
        id="live"
        title="Live stream"
        lead="Server-sent events while the call stays open: each news event carries the newest matches."
        line={<Line method="GET" path={referencePaths.live} note="5 open for an account" />}
      >
        <p className="text-14 text-ink-2">
          A line ends after four minutes: open it again with <code>Last-Event-ID</code> and it goes on from
          there. Where it answers 204, ask{" "}
          <Link href="/developers/notifications#listNews" prefetch={false}>
            for news
          </Link>{" "}
          twice a minute instead.
        </p>
      </Entry>
      <Entry
        id="feed"
        title="Feeds"
        lead="Your matches as a private Atom feed for any reader."
        line={<Line method="GET" path={referencePaths.feed} note="No key needed" />}
      >
        <p className="text-14 text-ink-2">
          Make its address <Link href="/settings">in the settings</Link>. Whoever has it can read the feed; a
          new address ends the old one.
        </p>
      </Entry>
      <Entry
        id="mcp"
        title="Set up MCP"
        lead="Let an agent manage watches and search your matches. What strangers wrote is passed on as data, never as instructions."
        line={<Line method="POST" path={referencePaths.mcp} note="60 calls a minute" />}
        example={
          <CodeBlock title="Configuration" label="MCP configuration">
            {JSON.stringify(mcpServers(appUrl), null, 2)}
          </CodeBlock>
        }
      >
        <SubHeading>Set up</SubHeading>
        <ol className="mb-6 list-decimal space-y-2 pt-3 pl-5 text-14 text-ink-2">
          <li>Make a key. Scope read is enough to search; write lets it change watches.</li>
          <li>Add this configuration to your client.</li>
          <li>Ask it: “What did people say about tidewater this week?”</li>
        </ol>
        <SubHeading>Tools</SubHeading>
        <Rows
          rows={[
            ["search_matches get_match list_watches", "With a read key."],
            ["preview_watch explain_link get_coverage", "With a read key. Nothing is stored."],
            ["create_watch update_watch delete_watch mark_matches", "With a write key."],
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

/** The file in its own link, with this address filled in. */
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
