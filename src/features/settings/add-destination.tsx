import { useRef, useState, type FormEvent } from "react";
import { Link2 } from "lucide-react";
import type { DestinationDraft, DestinationView } from "@/contract/destination";
import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { isRateLimited } from "@/browser/rate-limit";
import {
  addressedChannels,
  channelOfAddress,
  channelTitles,
  type AddressedChannel,
} from "@/domain/delivery/channel-names";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { toast } from "@/ui/toast/store";
import { SecretNote } from "./secret-note";

const empty = { address: "", label: "", token: "" };

function announced(channel: AddressedChannel): string {
  const title = channel === "webhook" ? "webhook" : channelTitles[channel];
  return `This is ${title === channelTitles.ntfy ? "an" : "a"} ${title} URL. We'll send a test message and save it once that's delivered.`;
}

export function AddDestination({
  isFull,
  isFirst,
  onAdded,
}: {
  isFull: boolean;
  isFirst: boolean;
  onAdded: (one: DestinationView) => unknown;
}) {
  const [draft, setDraft] = useState(empty);
  const [isDefault, setDefault] = useState(isFirst);
  const [chosen, setChosen] = useState<AddressedChannel | null>(null);
  const [error, setError] = useState<string>();
  const [secret, setSecret] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const recognised = channelOfAddress(draft.address);
  const channel = chosen ?? recognised ?? "webhook";
  const change = (part: Partial<typeof empty>) => {
    setDraft({ ...draft, ...part });
    setError(undefined);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setError(undefined);
    const made = await makeIt({ channel, isDefault, ...draft }, setError);
    setPending(false);
    if (made === null) return;
    setDraft(empty);
    setChosen(null);
    setSecret(made.secret ?? null);
    toast({
      type: "success",
      title: "Test delivered. Destination added.",
      text: isDefault ? undefined : "Choose it in the keywords that should use it.",
    });
    onAdded(made.destination);
    // The button is now disabled and loses focus; move it to the field for the next URL.
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={(event) => void add(event)} className="grid gap-3 p-4 sm:px-5">
      <Field
        ref={field}
        label="Add a destination"
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        start={<Link2 className="size-4.5" />}
        value={draft.address}
        error={error}
        hint={
          recognised === null
            ? "Paste the URL of a Slack, Discord or Teams webhook, an ntfy topic, or your own webhook."
            : announced(channel)
        }
        onChange={(event) => change({ address: event.target.value })}
      />
      {recognised !== null && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Type"
            value={channel}
            onChange={(event) => setChosen(event.target.value as AddressedChannel)}
          >
            {addressedChannels.map((name) => (
              <option key={name} value={name}>
                {channelTitles[name]}
              </option>
            ))}
          </Select>
          <Field
            label="Name (optional)"
            maxLength={60}
            placeholder="#mentions"
            value={draft.label}
            onChange={(event) => change({ label: event.target.value })}
          />
          <div className="sm:col-span-full">
            <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
              Use for all watches by default
            </Checkbox>
          </div>
          {channel === "ntfy" && (
            <Field
              label="Access token (optional)"
              type="password"
              autoComplete="off"
              value={draft.token}
              onChange={(event) => change({ token: event.target.value })}
            />
          )}
        </div>
      )}
      <div>
        <Button type="submit" look="primary" isPending={isPending} disabled={isFull || recognised === null}>
          {isPending ? "Sending a test..." : "Send Test and Add"}
        </Button>
        {isFull && (
          <p className="mt-2 text-13 text-ink-3">
            You&apos;ve reached the limit. Remove a destination to add another.
          </p>
        )}
      </div>
      {secret !== null && <SecretNote secret={secret} />}
    </form>
  );
}

async function makeIt(draft: Required<DestinationDraft>, setError: (text: string) => void) {
  const { token, ...rest } = draft;
  try {
    const body = draft.channel === "ntfy" && token !== "" ? { ...rest, token } : rest;
    const response = await api.call("createDestination", { body });
    return isRateLimited(response) ? null : response;
  } catch (error) {
    const isReported = error instanceof AppError && error.status < 500;
    setError(isReported ? error.message : "We couldn't add it. Please try again.");
    return null;
  }
}
