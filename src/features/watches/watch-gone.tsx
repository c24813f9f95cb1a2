import { ButtonLink } from "@/ui/button-link";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHead } from "@/ui/page-head";

/** Shown if the watch doesn't exist or belongs to another user, without revealing which. */
export function WatchGone() {
  return (
    <>
      <PageHead title="Watch not found" />
      <Card>
        <EmptyState
          level={2}
          title="This watch doesn't exist"
          text="It might have been deleted. Its matches are still in your notifications."
        >
          <ButtonLink look="primary" href="/keywords">
            Go to Keywords
          </ButtonLink>
        </EmptyState>
      </Card>
    </>
  );
}
