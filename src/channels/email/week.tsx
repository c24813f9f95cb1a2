import { Button, MailLayout, Operator, Table } from "./layout";
import * as look from "./look";
import type { WeekLinks, WeekView } from "./week-view";

/** A week's report: how much by keyword and place, the busiest threads, what was missed. */
export function Week(props: {
  view: WeekView;
  links: WeekLinks;
  operator: { name: string; address: string };
}) {
  const { view, links } = props;
  return (
    <MailLayout title={view.heading} preview={view.intro} foot={<Foot {...props} />}>
      <tr>
        <td className="line pad" style={look.headCell}>
          <h1 className="ink" style={look.heading}>
            {view.heading}
          </h1>
          <p className="ink2" style={look.intro}>
            {view.intro}
          </p>
        </td>
      </tr>
      {view.tables.map((table) => (
        <Part key={table.title} title={table.title} aside="Beside the week before">
          <Compared rows={table.rows} />
        </Part>
      ))}
      {view.threads.length > 0 && (
        <Part title="The busiest threads">
          {view.threads.map(({ title, url, source }) => (
            <p key={url} className="ink2" style={look.listed}>
              <a className="link" href={url} style={look.link}>
                {title}
              </a>
              <br />
              {source}
            </p>
          ))}
        </Part>
      )}
      <Part title={view.missedTitle} isLast>
        {view.missed.map(({ title, text }) => (
          <p key={title} className="ink2" style={look.listed}>
            <strong className="ink">{title}</strong>
            <br />
            {text}
          </p>
        ))}
        <div style={look.partEnd}>
          <Button href={links.notifications} label="Read your notifications" />
        </div>
      </Part>
    </MailLayout>
  );
}

function Part(props: { title: string; aside?: string; isLast?: true; children: React.ReactNode }) {
  return (
    <tr>
      <td className="line pad" style={props.isLast ? look.partCell : { ...look.partCell, ...look.ruled }}>
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

function Compared({ rows }: { rows: WeekView["tables"][number]["rows"] }) {
  return (
    <Table>
      {rows.map(({ name, count, difference, share }) => (
        <tr key={name}>
          <td className="ink" style={look.rowName}>
            <bdi>{name}</bdi>
            <div className="cta" style={{ ...look.bar, width: `${share}%` }} />
          </td>
          <td width="64" align="right" valign="top" className="ink" style={look.rowCount}>
            {count}
          </td>
          <td width="64" align="right" valign="top" className="ink3" style={look.rowCount}>
            {difference}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Foot({ links, operator }: { links: WeekLinks; operator: { name: string; address: string } }) {
  return (
    <>
      <p style={look.footText}>
        {"You get this on Mondays, because you asked for it. "}
        <a className="link" href={links.settings} style={look.link}>
          Change the hour or stop the report
        </a>
        {", or "}
        <a className="link" href={links.unsubscribe} style={look.link}>
          stop all alerts by mail
        </a>
        {"."}
      </p>
      <Operator {...operator} />
    </>
  );
}
