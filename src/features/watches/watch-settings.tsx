import type { ReactNode } from "react";
import { useApi } from "@/browser/swr";
import type { WatchView } from "@/contract/watch";
import { destinationTitle } from "@/domain/delivery/channel-names";
import { placeKey } from "@/domain/reading/place";
import { Badge } from "@/ui/badge";
import { Card, CardHead } from "@/ui/card";
import { QuietButton } from "@/ui/quiet-link";
import { SiteIcon } from "@/ui/site-icon";
import { Switch } from "@/ui/switch";
import { settingsInWords } from "./page-texts";

export function WatchSettings({
  watch,
  now,
  timeZone,
  onEdit,
  onToggleSpikeAlerts,
}: {
  watch: WatchView;
  now: Date;
  timeZone: string;
  onEdit: () => void;
  onToggleSpikeAlerts: () => void;
}) {
  const { notificationSettings, expression, keyword, places, tags, notes } = watch;
  const isThread = watch.kind === "thread";
  const isNamed = notificationSettings.destinations.length > 0;
  const { data } = useApi("listDestinations", isNamed ? {} : undefined);
  const named = (data?.destinations ?? []).filter(({ _id }) =>
    notificationSettings.destinations.includes(_id),
  );
  const words = settingsInWords(watch, named.map(destinationTitle), now, timeZone);
  return (
    <Card aria-labelledby="watch-settings">
      <CardHead title="Settings" titleId="watch-settings">
        {!isThread && (
          <QuietButton onClick={onEdit}>
            Edit<span className="sr-only"> settings</span>
          </QuietButton>
        )}
      </CardHead>
      <dl className="divide-y divide-line text-13">
        {isThread ? (
          <Setting title="Replies to">
            <bdi>“{keyword}”</bdi>
          </Setting>
        ) : (
          <Setting title={expression === null ? "Keyword" : "Expression"}>
            {expression === null ? <bdi>“{keyword}”</bdi> : <code className="font-mono">{expression}</code>}
          </Setting>
        )}
        <Setting title="Where">
          <span className="flex flex-wrap gap-x-3 gap-y-1">
            {places.map((place) => (
              <span key={placeKey(place)} className="inline-flex min-w-0 items-center gap-1.5">
                <SiteIcon site={place.site} />
                <span className="min-w-0">{place.label}</span>
              </span>
            ))}
          </span>
        </Setting>
        {!isThread && <Setting title="Content">{words.reads}</Setting>}
        <Setting title="Alerts">{words.alerts}</Setting>
        <Setting title="Spikes">
          <span className="flex items-center justify-between gap-3">
            {words.spikes}
            <Switch
              label="Notify me about spikes"
              checked={notificationSettings.spikeNotification}
              onChange={onToggleSpikeAlerts}
            />
          </span>
        </Setting>
        <Setting title="Muted">{words.muted}</Setting>
        {tags.length > 0 && (
          <Setting title="Tags">
            <span className="flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <Badge key={tag} className="max-w-full font-medium whitespace-normal!">
                  {tag}
                </Badge>
              ))}
            </span>
          </Setting>
        )}
        {notes !== "" && (
          <Setting title="Notes">
            <span className="whitespace-pre-line">{notes}</span>
          </Setting>
        )}
      </dl>
    </Card>
  );
}

function Setting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 px-4 py-3 sm:px-5">
      <dt className="text-ink-3">{title}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
