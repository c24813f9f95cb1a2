import { listContentLength } from "@/contract/notification";
import { restText } from "@/domain/site-texts";
import { Markdown } from "@/ui/markdown";

/** All that a list carries of a text, rendered. */
export default function WholeText({
  source,
  highlight,
  where,
}: Parameters<typeof Markdown>[0] & { where: string }) {
  return (
    <>
      <Markdown source={source} highlight={highlight} />
      {source.length >= listContentLength && (
        <p className="mt-3 font-sans text-13 text-ink-3">{restText(where)}</p>
      )}
    </>
  );
}
