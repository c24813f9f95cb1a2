import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { toast } from "@/ui/toast/store";
import { useApiOnce } from "./use-api-once";

export function TestAlertOption() {
  const { isPending, run } = useApiOnce();
  const send = () =>
    run(async () => {
      const response = await api.call("sendTestAlert");
      if (!isRateLimited(response)) toast({ type: "success", title: response.message });
    }, "Failed to send a test alert");
  return (
    <Option title="Test alert" hint="Send yourself a sample alert to check that emails arrive." isWide>
      <div className="sm:text-right">
        <Button size="sm" isPending={isPending} onClick={() => void send()}>
          Send test alert
        </Button>
      </div>
    </Option>
  );
}
