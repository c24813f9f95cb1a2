import type { Bank } from "./story";

export const talk: Bank = {
  stories: [
    {
      titles: [
        "What is a small habit that quietly made your life better?",
        "Which {small} purchase do you use every single day?",
      ],
      paragraphs: [],
    },
    {
      titles: [
        "What did your grandparents do that you now catch yourself doing?",
        "What smell takes you straight back to being {n} years old?",
      ],
      paragraphs: [],
    },
    {
      titles: [
        "People who moved to another country: what surprised you after {months}?",
        "What is something your town is oddly proud of?",
      ],
      paragraphs: [],
    },
    {
      titles: [
        "What is the kindest thing a stranger has done for you?",
        "Teachers of Reddit, what do you still remember about a pupil from {many} years ago?",
      ],
      paragraphs: [],
    },
    {
      titles: [
        "What job did you think was boring until you did it?",
        "What is the best advice you got from a boss you didn't like?",
      ],
      paragraphs: [],
    },
    {
      titles: [
        "A stranger gave me an umbrella in {city} today",
        "I spoke to my neighbour for the first time in {months}",
      ],
      paragraphs: [
        "It was pouring, I stood in a doorway, and a man of about eighty handed me his umbrella and walked on. 'I am nearly home,' he said. He was not; I saw him wait for the tram.",
        "I have it here in my kitchen and I can't stop smiling. How was your {day}?",
      ],
    },
    {
      titles: [
        "I took the slow train and it was the best part of the trip",
        "Does anyone else like {day} evenings best?",
      ],
      paragraphs: [
        "Four hours instead of two, {n} changes, one of them in a station with a cat. I read half a book and ate a roll with cheese.",
        "I think I have been in a hurry for about {months}. That is all. Tell me something slow that you like.",
      ],
    },
  ],
  comments: [
    "Making the bed. I resisted for {many} years and I was wrong.",
    "My grandfather kept every jar. I have {many} jars now.",
    "Rain on a warm road. I am back on my bicycle in an instant.",
    "A neighbour shovelled our path every morning for a whole winter, and we only found out in {month} who it was.",
    "Nobody warns you that you will miss the *bread*.",
    "Our town has the second-longest bench in the region. There is a sign. There is an annual party.",
    "Write things down before you go to bed. They stop walking around in there.",
    "Reading this on the slow train, as it happens. Somewhere near {city}, in the fog.",
    "'I am nearly home.' I am not crying, you are.",
    "Tell them when something was good. People hear only about the rest.",
    "[Honestly|For me] it was a {small} lamp beside the bed. I read again.",
    "I worked in a lost-property office for {months}. Every umbrella has a story and nobody comes for it.",
  ],
  links: [],
  flairs: ["Just Chatting", "Life Stories", "Serious Replies Only", "Questions"],
};
