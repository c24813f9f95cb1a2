import Link from "next/link";
import type { ReactNode } from "react";
import { clientExample, referencePaths } from "@/contract/reference";
import { CodeBlock } from "./code-block";
import { Entry, SubHeading } from "./entry";

const prose = "pt-3 text-14 text-ink-2";

export function Start({
  appUrl,
  limits,
  keyLimit,
}: {
  appUrl: string;
  keyLimit: string;
  limits: readonly (readonly [string, string])[];
}) {
  return (
    <>
      {/* The first entry already has a bottom border. */}
      <dl className="-mt-6 -mb-12 grid divide-line border-t border-line max-sm:divide-y sm:grid-cols-3 sm:divide-x md:-mt-10 md:-mb-16">
        <Fact name="Base URL">
          <code>{appUrl}/api</code>
        </Fact>
        <Fact name="Authorization">
          <code>Bearer esk_…</code>
        </Fact>
        <Fact name="Limit">{keyLimit} per API key</Fact>
      </dl>
      <Entry
        id="quick-start"
        title="Quick start"
        lead="Create an API key in Settings, add a watch, and fetch its matches."
        example={
          <>
            <CodeBlock title="curl" label="Quick start with curl">
              {quickStart(appUrl)}
            </CodeBlock>
            <CodeBlock title="TypeScript" label="A request with the typed client">
              {clientExample}
            </CodeBlock>
          </>
        }
      >
        <SubHeading>In three requests</SubHeading>
        <ol className={`${prose} list-decimal space-y-2 pl-5 marker:normal-nums`}>
          <li>Create a watch. It starts immediately; older posts don&apos;t trigger alerts.</li>
          <li>Poll for matches, or receive them by webhook.</li>
          <li>Mark what you&apos;ve handled as read.</li>
        </ol>
        <p className={prose}>
          Also available as an <a href={referencePaths.document}>OpenAPI 3.1</a> document.
        </p>
        <p className={prose}>
          In TypeScript: copy <a href={referencePaths.client}>the typed client</a> into your project as{" "}
          <code>client.ts</code>. It&apos;s a single file with no dependencies and full request and response
          types.
        </p>
      </Entry>
      <Entry
        id="keys"
        title="API keys and limits"
        lead="API keys are available on every plan. A key is shown once, when you create it, and sent as a bearer token."
      >
        <p className="text-14 text-ink-2">
          Create and revoke API keys in <Link href="/settings#keys">Settings</Link>. Read keys are read-only;
          write keys can also change watches and notifications. API keys can&apos;t sign in, change your
          password, pay or delete your account.
        </p>
        <p className={prose}>
          In the examples, <code>$EARSHOT_KEY</code> is your API key and <code>$EARSHOT_TOKEN</code> the
          access token returned by <Link href="/developers/sign-in#login">Login</Link>, for endpoints that
          need a signed-in user. Replace other <code>$</code> placeholders such as <code>$ID</code> with your
          own values.
        </p>
        <dl className="mt-6 divide-y divide-line border-y border-line">
          {limits.map(([what, count]) => (
            <div key={what} className="grid gap-x-3 py-2 text-13 sm:grid-cols-2">
              <dt className="font-semibold">{what}</dt>
              <dd className="text-ink-2">{count}</dd>
            </div>
          ))}
        </dl>
        <p className={prose}>
          If you exceed a limit, you get a 429. <code>Retry-After</code> gives the number of seconds to wait.
        </p>
      </Entry>
      <Entry
        id="errors"
        title="Errors"
        lead="Errors are JSON with a stable code and a human-readable message."
        example={
          <CodeBlock title="400" label="Sample error">
            {JSON.stringify(anError, null, 2)}
          </CodeBlock>
        }
      >
        <p className="text-14 text-ink-2">
          Each endpoint lists its possible codes. <code>errors</code> maps the fields of a VALIDATION_ERROR.
          Every response includes <code>X-Request-Id</code>; quote it when you contact us.
        </p>
      </Entry>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-4 sm:px-5 sm:first:pl-0">
      <dt className="text-13 text-ink-3">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

const anError = {
  code: "VALIDATION_ERROR",
  message: "Please check your input",
  errors: { keyword: ["keyword is a required field"] },
};

const quickStart = (appUrl: string) => `curl -X POST "${appUrl}/api/keywords" \\
  -H "Authorization: Bearer $EARSHOT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"keyword": "tidewater cups"}'

curl "${appUrl}/api/notifications?status=unread&limit=20" \\
  -H "Authorization: Bearer $EARSHOT_KEY"

curl -X POST "${appUrl}/api/notifications/read" \\
  -H "Authorization: Bearer $EARSHOT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"all": true}'`;
