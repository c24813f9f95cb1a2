import { listContentLength } from "@/contract/notification";
import { Markdown } from "@/ui/markdown";

/** All that a list carries of a text, rendered. */
export default function WholeText({ source, keyword }: { source: string; keyword: string }) {
  return (
    <>
      <Markdown source={source} highlight={{ keyword }} />
      {source.length >= listContentLength && (
        <p className="mt-3 font-sans text-13 text-ink-3">The rest of it is on Reddit.</p>
      )}
    </>
  );
}
