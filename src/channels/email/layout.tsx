import { mailNotAffiliatedText } from "@/domain/reading/site-texts";
import type { ReactNode } from "react";
import type { MailOperator } from "./operator";
import * as look from "./look";

export function MailLayout(props: {
  title: string;
  preview: string;
  operator: MailOperator;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{props.title}</title>
        <style dangerouslySetInnerHTML={{ __html: look.styleSheet }} />
      </head>
      <body className="bg" style={look.canvas}>
        <div style={look.hidden}>{props.preview}</div>
        <div role="article" aria-roledescription="email" aria-label={props.title} lang="en">
          <Table className="bg" style={look.ground}>
            <tr>
              <td align="center" className="outer" style={look.outer}>
                <Table style={look.column}>
                  <Brand />
                  <tr>
                    <td className="paper" style={look.paper}>
                      <Table>{props.children}</Table>
                    </td>
                  </tr>
                  <tr>
                    <td className="pad ink3" style={look.footCell}>
                      {props.foot}
                      <Operator {...props.operator} />
                    </td>
                  </tr>
                </Table>
              </td>
            </tr>
          </Table>
        </div>
      </body>
    </html>
  );
}

export function Table(props: {
  children: ReactNode;
  className?: string;
  style?: React.CSSProperties;
  width?: string;
}) {
  return (
    <table
      role="presentation"
      width={props.width ?? "100%"}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      className={props.className}
      style={props.style}
    >
      <tbody>{props.children}</tbody>
    </table>
  );
}

function Brand() {
  return (
    <tr>
      <td className="pad" style={look.brandCell}>
        <Table width="auto">
          <tr>
            {/* A letter, because emails load nothing. */}
            <td align="center" style={look.brandMark} aria-hidden="true">
              e
            </td>
            <td className="ink" style={look.brandName}>
              Earshot
            </td>
          </tr>
        </Table>
      </td>
    </tr>
  );
}

export function Button(props: { href: string; label: string }) {
  return (
    <Table width="auto">
      <tr>
        <td className="cta" style={look.button}>
          <a href={props.href} style={look.buttonLink}>
            {props.label}
          </a>
        </td>
      </tr>
    </Table>
  );
}

/** The sender's name and address, required by law in every email. */
function Operator(props: MailOperator) {
  return <p style={look.footText}>{`${props.name}, ${props.address}. ${mailNotAffiliatedText}`}</p>;
}
