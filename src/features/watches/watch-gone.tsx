import { ButtonLink } from "@/ui/button-link";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHead } from "@/ui/page-head";

/** In place of the page of a watch that isn't there, or is somebody else's: which of these is nobody's business. */
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
