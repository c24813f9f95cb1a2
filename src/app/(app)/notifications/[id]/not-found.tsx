import { notificationDays } from "@/domain/plans/retention";
import { ButtonLink } from "@/ui/button-link";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PageHead } from "@/ui/page-head";

export default function MentionGone() {
  return (
    <>
      <PageHead title="Mention not found" />
      <Card>
        <EmptyState
          level={2}
          title="This mention doesn't exist"
          text={`It might have been deleted, or it is older than ${notificationDays} days.`}
        >
          <ButtonLink look="primary" href="/notifications">
            Go to Notifications
          </ButtonLink>
        </EmptyState>
      </Card>
    </>
  );
}
