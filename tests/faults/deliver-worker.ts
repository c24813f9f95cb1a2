import { deliverDue } from "@/server/delivery/deliver";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";

// Enqueues and delivers in a loop until it's killed.
process.send?.("ready");
for (;;) {
  const now = new Date();
  await enqueueDueDeliveries(now);
  await deliverDue(
    () => new Date(),
    () => new Date(now.getTime() + 5000),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
}
