import { Button, MailLayout } from "./layout";
import * as look from "./look";
import type { MailOperator } from "./operator";

export interface AccountView {
  heading: string;
  text: string;
  action?: { label: string; url: string };
  note: string;
  asides?: readonly { text: string; label: string; url: string }[];
  operator: MailOperator;
}

export function AccountLetter({ view }: { view: AccountView }) {
  return (
    <MailLayout title={view.heading} preview={view.text} operator={view.operator}>
      <tr>
        <td className="pad" style={look.bodyCell}>
          <h1 className="ink" style={look.heading}>
            {view.heading}
          </h1>
          <p className="ink2" style={look.paragraph}>
            {view.text}
          </p>
          {view.action && <Action {...view.action} />}
          <p className="ink2" style={look.note}>
            {view.note}
          </p>
          {view.asides?.map(({ text, label, url }) => (
            <p key={url} className="ink2" style={look.note}>
              {`${text} `}
              <a className="link" href={url} style={look.link}>
                {label}
              </a>
            </p>
          ))}
        </td>
      </tr>
    </MailLayout>
  );
}

function Action({ label, url }: NonNullable<AccountView["action"]>) {
  return (
    <>
      <Button href={url} label={label} />
      <p className="ink2" style={{ ...look.note, wordBreak: "break-all" }}>
        {"Or paste this link into your browser: "}
        <a className="link" href={url} style={look.link}>
          {url}
        </a>
      </p>
    </>
  );
}
