import dynamic from "next/dynamic";
import { useState } from "react";
import { download } from "@/browser/download";
import { logDays, notificationDays } from "@/domain/plans/retention";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ButtonLink } from "@/ui/button-link";
import { Option } from "@/ui/option";
import { Switch } from "@/ui/switch";
import { FeedOption } from "./feed-option";
import { Section } from "./section";
import { useDialog } from "./use-dialog";
import { useApiOnce } from "./use-api-once";

const DeleteDialog = dynamic(() => import("./delete-dialog").then((file) => file.DeleteDialog));

export function DataSection({ hasFeed, hasBilling }: { hasFeed: boolean; hasBilling: boolean }) {
  const [isAnalyticsOn, setAnalytics] = useState(true);
  const deletion = useDialog();
  const exporting = useApiOnce();
  return (
    <Section
      id="data"
      isAutomatic
      text={`We keep notifications for ${notificationDays} days and logs for ${logDays}.`}
    >
      <Option title="Data Collection" hint="Data Earshot needs to work: your account, keywords and matches.">
        <Badge>Required</Badge>
      </Option>
      <Option title="Analytics" titleId="analytics" hint="Earshot doesn't currently collect analytics.">
        <Switch
          aria-labelledby="analytics"
          checked={isAnalyticsOn}
          onChange={(event) => setAnalytics(event.target.checked)}
        />
      </Option>
      <FeedOption hasFeed={hasFeed} />
      <Option title="Developers" hint="API reference, webhooks and MCP.">
        <ButtonLink href="/developers" size="sm" prefetch={false}>
          Open API reference
        </ButtonLink>
      </Option>
      <Option title="Export" hint="Download all your data as JSON.">
        <Button
          size="sm"
          isPending={exporting.isPending}
          onClick={() =>
            void exporting.run(
              () => download("exportAccount", "earshot-export.json"),
              "Failed to export your data",
            )
          }
        >
          Export my data
        </Button>
      </Option>
      <Option
        title="Delete account"
        hint={`Permanently deletes all your data${hasBilling ? " and cancels your subscription" : ""}.`}
      >
        <Button size="sm" look="dangerQuiet" onClick={deletion.open}>
          Delete account
        </Button>
      </Option>
      {deletion.state !== null && (
        <DeleteDialog key={deletion.key} state={deletion.state} hasBilling={hasBilling} />
      )}
    </Section>
  );
}
