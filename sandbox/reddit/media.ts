import type { Content } from "./entry";
import { getId } from "./entry";

/** Additional fields of posts with links, images, galleries, polls or videos. */
export function postMedia(content: Content, fullname: string): Record<string, unknown> {
  switch (content.shape) {
    case "link":
    case "link-with-text":
      // Preview fields are missing if the site could not read the page.
      return { url_overridden_by_dest: content.url, post_hint: "link" };
    case "image":
      return {
        url_overridden_by_dest: content.url,
        domain: "i.redd.it",
        post_hint: "image",
        is_reddit_media_domain: true,
        preview: {
          images: [
            { source: { url: `${content.url}?width=1080&auto=webp&s=41c0`, width: 1080, height: 810 } },
          ],
          enabled: true,
        },
      };
    case "video":
      return {
        url_overridden_by_dest: content.url,
        domain: "v.redd.it",
        post_hint: "hosted:video",
        is_reddit_media_domain: true,
      };
    case "gallery":
      return galleryData(content.captions, fullname);
    case "poll":
      return pollData(content.options);
    default:
      return {};
  }
}

function galleryData(captions: readonly string[], fullname: string): Record<string, unknown> {
  const url = `https://www.reddit.com/gallery/${getId(fullname)}`;
  const items = captions.map((caption, index) => ({
    media_id: `${getId(fullname)}m${index}`,
    id: index + 1,
    ...(caption === "" ? {} : { caption }),
  }));
  const metadata = items.map(({ media_id }) => [
    media_id,
    {
      status: "valid",
      e: "Image",
      m: "image/jpg",
      id: media_id,
      s: { x: 1080, y: 810, u: `https://preview.redd.it/${media_id}.jpg?width=1080&s=77` },
    },
  ]);
  return {
    url,
    url_overridden_by_dest: url,
    domain: "reddit.com",
    is_gallery: true,
    // Deleted galleries have null here.
    gallery_data: items.length === 0 ? null : { items },
    media_metadata: Object.fromEntries(metadata),
  };
}

function pollData(options: readonly string[]): Record<string, unknown> {
  return {
    poll_data: {
      prediction_status: null,
      total_vote_count: 128,
      options: options.map((text, index) => ({ id: String(17_000_000 + index), text })),
      voting_end_timestamp: 1_795_000_000_000,
      user_selection: null,
      is_prediction: false,
    },
  };
}
