import type { Bank } from "./story";

export const home: Bank = {
  stories: [
    {
      titles: ["My {tool} turned {many} this year", "Repaired my {tool} instead of replacing it"],
      paragraphs: [
        "I bought this {tool} second-hand in {city} for {small}, and it was not new then.",
        "Last {day} a part gave up. The maker still sends it by post, {small} including a hand-written note with the order of the screws. {hours} later it was as good as before.",
        "I wish that more things were made by people who expect you to open them.",
      ],
    },
    {
      titles: ["When is it too late to plant {plant}?", "First year with {plant}: what I learned"],
      paragraphs: [
        "North-facing balcony, clay pots, {city}. Everybody told me that {plant} would sulk.",
        "They did, for {n} weeks. Then we had rain and they grew as if somebody had called their name.",
        "What would you put beside them next spring?",
      ],
    },
    {
      titles: ["Took the wall down, found a window", "Opened up the floor on {day}. Send help, or a plumber"],
      paragraphs: [
        "Old house, {n} layers of wallpaper, the last one from a newspaper of 1931.",
        "Behind the plasterboard there was a whole window, with glass, with the curtain still in it. {family} wants to keep it exactly as it is.",
        "Has anyone insulated around something like this without losing the frame?",
      ],
    },
    {
      titles: [
        "How do you store boards in a room of nine square metres?",
        "Workshop in a hallway, {months} in",
      ],
      paragraphs: [
        "I build small shelves in a hallway that is as long as a bicycle. It works because everything hangs:",
        "* clamps on the door\n* boards flat under the ceiling, on two straps\n* the saw behind the coats",
        "The neighbours think that I am a very careful burglar.",
      ],
    },
  ],
  comments: [
    "Keep the window. You will never get that glass again.",
    "Linseed oil, a rag, and patience for {n} days. Then it lasts {months}.",
    "I planted mine in {month} and they were fine. {plant} forgive a lot.",
    "Those makers deserve every cent. I wrote to mine with a question from 1998 and got an answer by Tuesday.",
    "Measure twice, cut once, then buy another board anyway.",
    "Check for pipes before you open the next one. Ask me how I know.",
    "Ground coffee around the roots, not too much. My {plant} disagree with the internet about it.",
    "'A very careful burglar' made my morning.",
  ],
  links: [
    { title: "The repair shop at the end of the tram line", url: "https://mendandmake.example/tram-line" },
    { title: "{many} gardens in one street", url: "https://northquarterly.example/photos/one-street" },
  ],
  flairs: ["help", "Finished Project", "Review", "Request"],
};
