import { Fragment } from "react";
import { noisyKeywordAdvice } from "@/domain/delivery/noisy-keywords";
import type { AlertEntry, AlertView, Segment } from "./alert-view";
import { Button, MailLayout } from "./layout";
import * as look from "./look";

export function Alert({ view }: { view: AlertView }) {
  return (
    <MailLayout
      title={view.heading}
      preview={view.preview}
      operator={view.operator}
      foot={<Foot view={view} />}
    >
      <tr>
        <td colSpan={2} className="line pad" style={look.headCell}>
          <h1 className="ink" style={look.heading}>
            {view.heading}
          </h1>
          <p className="ink2" style={look.intro}>
            <Segments of={view.intro} />
          </p>
          {view.notes.map((text) => (
            <p key={text} className="ink2" style={look.note}>
              {text}
            </p>
          ))}
          {view.noisy !== null && (
            <p className="ink2" style={look.note}>
              {`${view.noisy} `}
              <a className="link" href={view.links.watches} style={look.link}>
                {noisyKeywordAdvice}
              </a>
              {"."}
            </p>
          )}
        </td>
      </tr>
      {view.entries.map((entry, index) => (
        <Entry key={index} entry={entry} isLast={index === view.entries.length - 1} />
      ))}
      <tr>
        <td colSpan={2} className="line pad" style={look.moreCell}>
          <Button href={view.links.notifications} label={view.more} />
        </td>
      </tr>
    </MailLayout>
  );
}

function Entry({ entry, isLast }: { entry: AlertEntry; isLast: boolean }) {
  return (
    <tr>
      <td width="64" valign="top" align="right" className="rule ink3" style={look.timeCell}>
        <strong className="ink" style={look.timeText}>
          {entry.time}
        </strong>
        {entry.day !== null && <br />}
        {entry.day}
      </td>
      <td
        valign="top"
        className="line ink"
        style={isLast ? look.entryCell : { ...look.entryCell, ...look.ruled }}
      >
        <p className="ink3" style={look.source}>
          <strong className="ink2" style={look.sourceName}>
            {entry.place}
          </strong>
          {entry.source}
        </p>
        <p style={look.entryTitle}>
          <Segments of={entry.title} />
        </p>
        {entry.excerpt.length > 0 && (
          <p style={look.entryText}>
            <Segments of={entry.excerpt} />
          </p>
        )}
        <p style={look.entryLink}>
          <a className="link" href={entry.url} style={look.link}>
            {entry.linkLabel}
          </a>
          {entry.mentionUrl !== null && (
            <>
              {" · "}
              <a className="link" href={entry.mentionUrl} style={look.link}>
                View in Earshot
              </a>
            </>
          )}
        </p>
        {entry.elsewhere.length > 0 && (
          <p className="ink3" style={look.alsoOn}>
            <Elsewhere places={entry.elsewhere} />
          </p>
        )}
      </td>
    </tr>
  );
}

function Elsewhere({ places }: { places: AlertEntry["elsewhere"] }) {
  return places.map(({ place, url }, index) => (
    <Fragment key={place}>
      {index === 0 ? "Also on " : index === places.length - 1 ? " and " : ", "}
      {url === null ? (
        place
      ) : (
        <a className="link" href={url} style={look.link}>
          {place}
        </a>
      )}
    </Fragment>
  ));
}

function Segments({ of }: { of: readonly Segment[] }) {
  return of.map((segment, index) =>
    segment.isHeard ? (
      <span key={index} className="mk" style={look.marker}>
        {segment.text}
      </span>
    ) : (
      segment.text
    ),
  );
}

function Foot({ view }: { view: AlertView }) {
  return (
    <>
      <p style={look.footText}>
        {`You're receiving ${view.howOften} because email alerts are on. `}
        <a className="link" href={view.links.settings} style={look.link}>
          Change frequency
        </a>
        {" or "}
        <a className="link" href={view.links.unsubscribe} style={look.link}>
          unsubscribe
        </a>
        {"."}
      </p>
      {view.mutes.length > 0 && (
        <p style={look.footText}>
          {"Mute until tomorrow: "}
          {view.mutes.map(({ keyword, url }, index) => (
            <Fragment key={url}>
              {index > 0 && ", "}
              <a className="link" href={url} style={look.link}>
                {keyword}
              </a>
            </Fragment>
          ))}
          {"."}
        </p>
      )}
    </>
  );
}
