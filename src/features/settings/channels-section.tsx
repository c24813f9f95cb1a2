import Link from "next/link";
import type { DestinationView } from "@/contract/destination";
import { useApi } from "@/browser/swr";
import type { ProfileView } from "@/contract/user";
import { addedTitles } from "@/domain/delivery/channel-names";
import { Option } from "@/ui/option";
import { AddDestination } from "./add-destination";
import { ConnectTelegram } from "./connect-telegram";
import { Destination } from "./destination";
import { Section } from "./section";

const max = 20;
/** Pending chats are shown by ConnectTelegram. */
const isConnected = ({ status }: DestinationView) => status.reason !== "pending";
const replaced = (list: DestinationView[], one: DestinationView) =>
  list.map((before) => (before._id === one._id ? one : before));

export function ChannelsSection({
  user,
  served,
  hasBilling,
  hasTelegram,
  now,
}: {
  user: ProfileView;
  served: { destinations: DestinationView[] };
  hasBilling: boolean;
  hasTelegram: boolean;
  now: Date;
}) {
  const { data, mutate } = useApi("listDestinations", {}, served);
  const { destinations } = data ?? served;
  const custom = destinations.filter(({ channel }) => channel !== "email" && channel !== "push");
  const isFirst = !custom.some(isConnected);
  const isPro = user.subscription.plan === "pro";
  // Several requests can be in progress, so each changes the current list and not the one it started with.
  const change = (getChanged: (list: DestinationView[]) => DestinationView[]) =>
    mutate((current = served) => ({ destinations: getChanged(current.destinations) }), { revalidate: false });
  const replace = (one: DestinationView) => change((list) => replaced(list, one));
  const add = (one: DestinationView) =>
    change((list) => (list.some(({ _id }) => _id === one._id) ? replaced(list, one) : [...list, one]));
  return (
    <Section
      id="channels"
      isAutomatic
      text={
        isPro
          ? `Destinations for your alerts. ${custom.length} of ${max} in use. Watches use the default destinations unless you choose others.`
          : "Destinations for your alerts."
      }
    >
      {destinations.filter(isConnected).map((destination) => (
        <Destination
          key={destination._id}
          destination={destination}
          timeZone={user.timeZone}
          now={now}
          onChanged={replace}
          onRemoved={() => change((list) => list.filter(({ _id }) => _id !== destination._id))}
        />
      ))}
      {isPro ? (
        <AddDestination isFull={custom.length >= max} isFirst={isFirst} onAdded={add} />
      ) : (
        hasBilling && (
          <Option
            title={`${addedTitles} and webhooks`}
            hint={
              <>
                Alerts to channels other than email are a Pro feature.{" "}
                <Link href="/subscription">Upgrade to Pro</Link>
              </>
            }
          />
        )
      )}
      {isPro && hasTelegram && (
        <ConnectTelegram
          destinations={destinations}
          isFull={custom.length >= max}
          isFirst={isFirst}
          onRead={() => mutate()}
        />
      )}
    </Section>
  );
}
