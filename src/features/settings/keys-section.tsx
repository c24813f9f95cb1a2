import dynamic from "next/dynamic";
import { useRef, useState, type RefObject } from "react";
import { Plus } from "lucide-react";
import type { KeyView } from "@/contract/api-key";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { useApi } from "@/browser/swr";
import { maxKeys } from "@/domain/delivery/new-key";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { toast } from "@/ui/toast/store";
import { Key } from "./key";
import { SecretNote } from "./secret-note";
import { Section } from "./section";
import { useDialog } from "./use-dialog";
import { useApiOnce } from "./use-api-once";

const KeyDialog = dynamic(() => import("./key-dialog").then((file) => file.KeyDialog));
const AlertDialog = dynamic(() => import("@/ui/alert-dialog").then((file) => file.AlertDialog));

export function KeysSection({
  served,
  timeZone,
  now,
}: {
  served: { keys: KeyView[] };
  timeZone: string;
  now: Date;
}) {
  const { data, mutate } = useApi("listKeys", {}, served);
  const { keys } = data ?? served;
  const dialog = useDialog();
  const opener = useRef<HTMLButtonElement>(null);
  const [made, setMade] = useState<{ key: KeyView; secret: string } | null>(null);
  // A key can be created while another is being revoked, so change the current list.
  const change = (getChanged: (list: KeyView[]) => KeyView[]) =>
    mutate((current = served) => ({ keys: getChanged(current.keys) }), { revalidate: false });
  const isFull = keys.length >= maxKeys;
  return (
    <>
      <Section
        id="keys"
        isAutomatic
        text={`For scripts and apps that use our API. ${keys.length} of ${maxKeys} in use.`}
        action={
          <Button ref={opener} size="sm" disabled={isFull} onClick={dialog.open}>
            <Plus className="size-4" /> New Key
          </Button>
        }
      >
        {made !== null && (
          <div className="p-4 sm:px-5">
            <SecretNote
              secret={made.secret}
              label={`API key for ${made.key.label}`}
              hint="Shown only once. Store it somewhere safe."
              copied="Key copied"
            />
          </div>
        )}
        {keys.length === 0 && (
          <Option title="No API keys yet" hint="Create one per app so you can revoke them individually." />
        )}
        <RevocableKeys
          keys={keys}
          timeZone={timeZone}
          now={now}
          opener={opener}
          onRevoked={(id) => {
            if (made?.key._id === id) setMade(null);
            return change((list) => list.filter(({ _id }) => _id !== id));
          }}
        />
      </Section>
      {dialog.state !== null && (
        <KeyDialog
          key={dialog.key}
          state={dialog.state}
          onMade={(one) => {
            setMade(one);
            void change((list) => [one.key, ...list]);
          }}
        />
      )}
    </>
  );
}

function RevocableKeys({
  keys,
  timeZone,
  now,
  opener,
  onRevoked,
}: {
  keys: KeyView[];
  timeZone: string;
  now: Date;
  opener: RefObject<HTMLButtonElement | null>;
  onRevoked: (id: string) => Promise<unknown>;
}) {
  const [requested, setRequested] = useState<KeyView | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { isPending, run } = useApiOnce();
  const request = (key: KeyView) => {
    setRequested(key);
    setOpen(true);
  };
  const revoke = (key: KeyView) =>
    run(async () => {
      const response = await api.call("deleteKey", { params: { id: key._id } });
      if (isRateLimited(response)) return;
      setOpen(false);
      toast({ type: "success", title: `Revoked ${key.label}` });
      await onRevoked(key._id);
    }, `Failed to revoke ${key.label}`);
  return (
    <>
      {keys.map((key) => (
        <Key key={key._id} apiKey={key} timeZone={timeZone} now={now} onRevoke={() => request(key)} />
      ))}
      {requested !== null && (
        <AlertDialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onClosed={() => setRequested(null)}
          title={`Revoke ${requested.label}?`}
          text="Anything using this key will stop working. This can't be undone."
          confirmLabel="Revoke Key"
          isPending={isPending}
          focusOnceConfirmed={opener}
          onConfirm={() => void revoke(requested)}
        />
      )}
    </>
  );
}
