import { BookmarkPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { isRateLimited } from "@/browser/rate-limit";
import { isKeyOf } from "@/browser/swr-keys";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { toast } from "@/ui/toast/store";
import { getMessage } from "./failure";
import { addressedView, useScreen } from "./screen-context";
import { getSearch } from "./view";

export function SaveView() {
  // Null until first opened. Afterwards, the button takes the focus from the form.
  const [isNaming, setNaming] = useState<boolean | null>(null);
  if (isNaming) return <NameForm onEnd={() => setNaming(false)} />;
  return (
    <Button autoFocus={isNaming === false} size="sm" onClick={() => setNaming(true)}>
      <BookmarkPlus className="size-4" />
      Save this view
    </Button>
  );
}

function NameForm({ onEnd }: { onEnd: () => void }) {
  const { hasSearch } = useScreen();
  const { mutate } = useSWRConfig();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusName = () => form.current?.querySelector("input")?.focus();
  useEffect(focusName, []);

  const refuse = (text: string) => {
    setError(text);
    focusName();
  };
  const save = async () => {
    if (name.trim() === "") return refuse("Enter a name for the view");
    setPending(true);
    try {
      const view = addressedView(hasSearch);
      const body = { name, filters: { ...getSearch(view), until: undefined, status: view.tab } };
      const response = await api.call("createSavedView", { body });
      if (!isRateLimited(response)) {
        void mutate((key) => isKeyOf(key, "listSavedViews"));
        toast({ type: "success", title: `View “${response.view.name}” saved` });
        return onEnd();
      }
    } catch (failure) {
      const named = failure instanceof AppError ? failure.details.errors?.name?.[0] : undefined;
      refuse(named ?? getMessage(failure));
    }
    setPending(false);
  };
  return (
    <form
      ref={form}
      aria-label="Save this view"
      noValidate
      className="grid w-full gap-2 pb-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void save();
      }}
    >
      <Field
        label="View name"
        autoComplete="off"
        maxLength={60}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
      <div className="flex justify-end gap-1">
        <Button size="sm" look="ghost" onClick={onEnd}>
          Cancel
        </Button>
        <Button size="sm" look="primary" type="submit" isPending={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
