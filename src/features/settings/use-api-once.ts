import { useState } from "react";
import { AppError } from "@/contract/errors";
import { toast } from "@/ui/toast/store";

export function useApiOnce() {
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<void>, failed: string) => {
    if (isPending) return;
    setPending(true);
    try {
      await work();
    } catch (error) {
      const text = error instanceof AppError && error.status < 500 ? error.message : "Please try again.";
      toast({ type: "error", title: failed, text });
    }
    setPending(false);
  };
  return { isPending, run };
}
