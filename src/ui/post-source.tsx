import type { ComponentProps } from "react";
import { SiteIcon } from "./site-icon";

interface PostSourceProps {
  site: ComponentProps<typeof SiteIcon>["site"];
  place: string;
  kind: "post" | "comment";
  author: string | null;
}

export function PostSource({ site, place, kind, author }: PostSourceProps) {
  return (
    <>
      <SiteIcon site={site} />
      <b>{place}</b>
      <span>
        {kind === "post" ? "Post" : "Comment"}
        {author !== null && (
          <>
            {" by "}
            <bdi>{author}</bdi>
          </>
        )}
      </span>
    </>
  );
}
