import { useEffect, useId, useRef } from "react";
import { isSignedIn } from "@/browser/tokens";
import { Button } from "@/ui/button";
import { LeaveGuard } from "@/ui/leave-guard";
import { WaitNotice } from "@/ui/wait-notice";
import type { SettingsDraft } from "./use-settings-draft";

export function SaveBar({ form }: { form: SettingsDraft }) {
  const { unsaved, wait, isSaving } = form;
  const waitId = useId();
  const isShown = unsaved.length > 0;
  const wasShown = useRef(false);
  useEffect(() => {
    // A disappearing bar takes the focus of its buttons with it.
    if (wasShown.current && !isShown && document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div
      role="region"
      aria-label="Unsaved changes"
      className="save-bar sticky bottom-(--foot,0px) z-(--z-sticky) col-span-full -mx-4 grid gap-3 border-t border-line bg-surface px-4 py-3 shadow-2 md:-mx-8 md:px-8"
    >
      <WaitNotice id={waitId} wait={wait} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 text-ink max-sm:basis-full">
          <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-warn" />
          <b className="font-semibold">Unsaved changes:</b> {unsaved.join(", ")}
        </p>
        <Button look="ghost" className="max-sm:flex-1" disabled={isSaving} onClick={form.discard}>
          Discard
        </Button>
        <Button
          look="primary"
          className="max-sm:flex-1"
          isPending={isSaving}
          describedBy={wait === null ? undefined : waitId}
          onClick={() => void form.save()}
        >
          {isSaving ? "Saving..." : "Save All Changes"}
        </Button>
      </div>
      {!form.isSignedOut && <LeaveGuard unsaved={unsaved} canSave={isSignedIn} />}
    </div>
  );
}
