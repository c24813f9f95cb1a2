import { useState } from "react";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Option } from "@/ui/option";
import { toast } from "@/ui/toast/store";
import { useApiOnce } from "./use-api-once";

export function FeedOption({ hasFeed }: { hasFeed: boolean }) {
  const [isOn, setOn] = useState(hasFeed);
  const [url, setUrl] = useState<string | null>(null);
  const { isPending, run } = useApiOnce();
  const make = () =>
    run(async () => {
      const response = await api.call("openFeed");
      if (isRateLimited(response)) return;
      setUrl(response.url);
      setOn(true);
    }, "Failed to create the feed");
  const end = () =>
    run(async () => {
      const response = await api.call("closeFeed");
      if (isRateLimited(response)) return;
      setUrl(null);
      setOn(false);
      toast({ type: "success", title: "Feed turned off" });
    }, "Failed to turn off the feed");
  const copy = async () => {
    await navigator.clipboard.writeText(url ?? "");
    toast({ type: "success", title: "URL copied" });
  };
  return (
    <div>
      <Option
        title="Feed"
        hint={
          isOn
            ? "Your matches as a private Atom feed. Creating a new URL disables the old one."
            : "Your matches as a private Atom feed. Anyone with the URL can read it."
        }
        isWide
      >
        <div className="flex flex-wrap gap-2 sm:justify-end">
          {isOn && (
            <Button size="sm" look="ghost" disabled={isPending} onClick={() => void end()}>
              Turn off
            </Button>
          )}
          <Button size="sm" isPending={isPending} onClick={() => void make()}>
            {isOn ? "New URL" : "Create feed"}
          </Button>
        </div>
      </Option>
      {url !== null && (
        <div className="flex flex-wrap items-end gap-2 px-4 pb-4 sm:px-5">
          <div className="min-w-0 flex-1 basis-60">
            <Field
              label="Feed URL"
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
              hint="Shown only once."
            />
          </div>
          <Button
            className="mb-6.5"
            onClick={() => void run(copy, "Couldn't copy. Select the text and copy it manually.")}
          >
            Copy
          </Button>
        </div>
      )}
    </div>
  );
}
