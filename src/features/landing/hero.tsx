import type { Operator } from "@/domain/operator";
import { offerText } from "@/domain/plans/plan-texts";
import { speakerText } from "@/domain/reading/site-texts";
import { ButtonLink } from "@/ui/button-link";
import { buttonLook } from "@/ui/button-look";
import { HeroStage } from "./hero-stage";
import { wide } from "./measures";
import type { SampleMatch } from "./sample";

export function Hero({
  operator: { isOpen, hasBilling, sites },
  samples,
  siteCount,
}: {
  operator: Operator;
  samples: readonly SampleMatch[];
  siteCount: number;
}) {
  return (
    <div
      className={`${wide} relative grid items-center gap-10 pt-9 pb-10 sm:pt-10 sm:pb-22 lg:grid-cols-[minmax(0,1fr)_minmax(0,35rem)] lg:gap-12 lg:pt-12`}
    >
      <div>
        <h1 className="text-display leading-[1.08] font-bold tracking-[-.04em] text-balance">
          Hear when {speakerText(sites)} says{" "}
          <mark className="draw -mx-[.16em] whitespace-nowrap bg-position-[0_74%] bg-size-[100%_76%] px-[.2em]">
            your name
          </mark>
        </h1>
        <p className="mt-5 mb-6 max-w-124 text-17 text-ink-2 text-pretty sm:mt-6 sm:mb-8 sm:text-[1.1875rem]">
          Earshot scans new posts and comments for the keywords you care about and alerts you by email and in
          your browser. No missed mentions, no duplicates, nothing hidden.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            href={isOpen ? "/register" : "/login"}
            prefetch={false}
            look="primary"
            size="lg"
            className="max-sm:w-full"
          >
            {isOpen ? (hasBilling ? "Start Monitoring Free" : "Start Monitoring") : "Sign In"}
          </ButtonLink>
          <a href="#how-it-works" className={`${buttonLook({ look: "quiet", size: "lg" })} max-sm:w-full`}>
            Learn More
          </a>
        </div>
        <p className="mt-5 text-14 text-ink-3">
          {isOpen
            ? `${offerText(hasBilling)} No credit card required.`
            : "Registration is closed. This server is invite-only."}
        </p>
      </div>
      <HeroStage samples={samples} siteCount={siteCount} />
    </div>
  );
}
