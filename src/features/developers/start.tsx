import Link from "next/link";
import type { ReactNode } from "react";
import { clientExample, referencePaths } from "@/contract/reference";
import { CodeBlock } from "./code-block";
import { Entry, SubHeading } from "./entry";

const prose = "pt-3 text-14 text-ink-2";

/** What a caller has to know before the first call. */
export function Start({
  appUrl,
  limits,
  keyLimit,
}: {
  appUrl: string;
  /** '120 calls in a minute' */
  keyLimit: string;
  limits: readonly (readonly [string, string])[];
}) {
  return (
    <>
      {/* The first entry's rule is its lower one. */}
      <dl className="-mt-6 -mb-12 grid divide-line border-t border-line max-sm:divide-y sm:grid-cols-3 sm:divide-x md:-mt-10 md:-mb-16">
        <Fact name="Address">
          <code>{appUrl}/api</code>
        </Fact>
        <Fact name="Authorization">
          <code>Bearer esk_…</code>
        </Fact>
        <Fact name="Limit">{keyLimit} for each key</Fact>
      </dl>
      <Entry
        id="quick-start"
        title="Quick start"
        lead="Make a key in the settings, create a watch, and read what it heard."
        example={
          <>
            <CodeBlock title="curl" label="From a key to matches">
              {quickStart(appUrl)}
            </CodeBlock>
            <CodeBlock title="TypeScript" label="A call by the typed client">
              {clientExample}
            </CodeBlock>
          </>
        }
      >
        <SubHeading>In three calls</SubHeading>
        <ol className={`${prose} list-decimal space-y-2 pl-5 marker:normal-nums`}>
          <li>Create a watch. It listens right away; older posts don’t alert.</li>
          <li>Ask for its matches now and then, or have them sent to a webhook.</li>
          <li>Mark what you have dealt with as read.</li>
        </ol>
        <p className={prose}>
          The same as a document for machines: <a href={referencePaths.document}>OpenAPI 3.1</a>.
        </p>
        <p className={prose}>
          In TypeScript: copy <a href={referencePaths.client}>the typed client</a> into your project as{" "}
          <code>client.ts</code>. It is one file, needs nothing installed, and knows what each call takes and
          answers.
        </p>
      </Entry>
      <Entry
        id="keys"
        title="Keys and limits"
        lead="Keys are on every plan. One is shown once, when it is made, and sent as bearer in every call."
      >
        <p className="text-14 text-ink-2">
          Make and revoke keys <Link href="/settings#keys">in the settings</Link>. A read key reads; a write
          key also changes watches and notifications. No key can sign in, change your password, pay, or delete
          your account.
        </p>
        <p className={prose}>
          In the examples <code>$EARSHOT_KEY</code> is your key. Calls for who is signed in take{" "}
          <code>$EARSHOT_TOKEN</code>, the <code>token</code> that{" "}
          <Link href="/developers/sign-in#login">Login</Link> answers. Other names behind a <code>$</code>,
          such as <code>$ID</code>, stand for what only you have.
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
          Over a limit a call answers 429. <code>Retry-After</code> says for how many seconds to wait.
        </p>
      </Entry>
      <Entry
        id="errors"
        title="Errors"
        lead="Every error is JSON with a code that stays, and a message for people."
        example={
          <CodeBlock title="400" label="An error">
            {JSON.stringify(anError, null, 2)}
          </CodeBlock>
        }
      >
        <p className="text-14 text-ink-2">
          Each call lists the codes it may answer with. <code>errors</code> names the fields of a
          VALIDATION_ERROR. Every answer carries <code>X-Request-Id</code>: quote it when you write to us.
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
