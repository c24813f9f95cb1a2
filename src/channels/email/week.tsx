import type { ReactNode } from "react";
import { Button, MailLayout, Table } from "./layout";
import * as look from "./look";
import { getNextPath, type WeekLinks, type WeekView } from "./week-view";
import type { MailOperator } from "./operator";

export function Week(props: { view: WeekView; links: WeekLinks; operator: MailOperator }) {
  const { view, links } = props;
  return (
    <MailLayout
      title={view.heading}
      preview={view.intro}
      operator={props.operator}
      foot={<Foot links={links} />}
    >
      <tr>
        <td className="line pad" style={{ ...look.partCell, ...look.ruled }}>
          <h1 className="ink" style={look.heading}>
            {view.heading}
          </h1>
          <p className="ink2" style={look.intro}>
            {view.intro}
          </p>
          <Figures of={view.figures} />
        </td>
      </tr>
      {view.tables.map(({ title, isHighlighted, rows }, index) => (
        <Part key={title} title={title} aside={index === 0 ? "Compared with the previous week" : undefined}>
          <Compared rows={rows} isHighlighted={isHighlighted} />
        </Part>
      ))}
      <Threads of={view.threads} />
      <Part title={view.missedTitle}>
        <Table>
          {view.missed.map(({ title, text }, index) => (
            <tr key={title}>
              <td
                className="line"
                style={index === view.missed.length - 1 ? look.missed : { ...look.missed, ...look.ruled }}
              >
                <p className="ink" style={look.missedTitle}>
                  {title}
                </p>
                <p className="ink2" style={look.missedText}>
                  {text}
                </p>
              </td>
            </tr>
          ))}
        </Table>
      </Part>
      <Part title="Receipt">
        <p className="ink2" style={look.listed}>
          {view.receipt}
          <br />
          <a className="link" href={links.keywords} style={look.link}>
            Download receipts from your keywords&apos; pages
          </a>
        </p>
      </Part>
      <tr>
        <td className="pad" style={look.bodyCell}>
          <Onward view={view} links={links} />
        </td>
      </tr>
    </MailLayout>
  );
}

function Figures({ of: figures }: { of: WeekView["figures"] }) {
  return (
    <Table style={look.figures}>
      <tr>
        {figures.map(({ value, label }) => (
          <td key={label} width="33%" valign="top" style={look.figureCell}>
            <p className="ink big" style={look.figureValue}>
              {value}
            </p>
            <p className="ink3" style={look.figureLabel}>
              {label}
            </p>
          </td>
        ))}
      </tr>
    </Table>
  );
}

function Part(props: { title: string; aside?: string | undefined; children: ReactNode }) {
  return (
    <tr>
      <td className="line pad" style={{ ...look.partCell, ...look.ruled }}>
        <h2 className="ink" style={look.partTitle}>
          {props.title}
        </h2>
        {props.aside !== undefined && (
          <p className="ink3" style={look.source}>
            {props.aside}
          </p>
        )}
        {props.children}
      </td>
    </tr>
  );
}

function Compared({
  rows,
  isHighlighted,
}: {
  rows: WeekView["tables"][number]["rows"];
  isHighlighted: boolean;
}) {
  return (
    <Table>
      {rows.map(({ name, count, difference, share }) => (
        <tr key={name}>
          <td width="42%" valign="middle" className="ink" style={look.rowName}>
            <bdi className={isHighlighted ? "mk" : undefined} style={isHighlighted ? look.marker : undefined}>
              {name}
            </bdi>
          </td>
          <td valign="middle" style={look.rowBar}>
            <Table width={`${share}%`}>
              <tr>
                <td height="8" className="fill" style={look.bar}>
                  &nbsp;
                </td>
              </tr>
            </Table>
          </td>
          <td width="44" align="right" valign="middle" className="ink" style={look.rowCount}>
            {count}
          </td>
          <td width="56" align="right" valign="middle" className="ink3" style={look.rowDifference}>
            {difference}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Threads({ of: threads }: { of: WeekView["threads"] }) {
  if (threads.length === 0) return null;
  return (
    <>
      <tr>
        <td className="pad" style={look.threadsHead}>
          <h2 className="ink" style={look.partTitle}>
            Top threads
          </h2>
        </td>
      </tr>
      <tr>
        <td className="line" style={look.ruled}>
          <Table>
            {threads.map(({ title, url, place, count, day }, index) => (
              <tr key={url}>
                <td width="64" valign="top" align="right" className="rule ink" style={look.dayCell}>
                  {day}
                </td>
                <td
                  valign="top"
                  className="line"
                  style={
                    index === threads.length - 1 ? look.threadCell : { ...look.threadCell, ...look.ruled }
                  }
                >
                  <p className="ink3" style={look.source}>
                    <strong className="ink2" style={look.sourceName}>
                      {place}
                    </strong>
                    {`\u00a0 ${count}`}
                  </p>
                  <a className="ink" href={url} style={look.threadTitle}>
                    {title}
                  </a>
                </td>
              </tr>
            ))}
          </Table>
        </td>
      </tr>
    </>
  );
}

function Onward({ view, links }: { view: WeekView; links: WeekLinks }) {
  return (
    <>
      <Button {...getNextPath(view, links)} />
      {view.ignored !== null && (
        <p className="ink2" style={{ ...look.note, margin: "16px 0 0" }}>
          <bdi className="mk" style={look.marker}>
            {view.ignored.keyword}
          </bdi>
          {` ${view.ignored.text} `}
          <a className="link" href={links.narrowing} style={look.link}>
            Narrow it down
          </a>
        </p>
      )}
    </>
  );
}

function Foot({ links }: { links: WeekLinks }) {
  return (
    <p style={look.footText}>
      {"You're receiving this because weekly reports are on. "}
      <a className="link" href={links.settings} style={look.link}>
        Change the time
      </a>
      {" or "}
      <a className="link" href={links.stop} style={look.link}>
        unsubscribe
      </a>
      {"."}
    </p>
  );
}
