import type { Bank } from "./story";

export const world: Bank = {
  stories: [
    {
      titles: [
        "{many} days of {tongue}: my honest notes",
        "{tongue} after {months}: what worked, what didn't",
      ],
      paragraphs: [
        "I spend twenty minutes a day, before coffee. I can order soup, apologise and ask for the bus, which covers most of life.",
        "What worked: children's radio, and talking to the dog. What didn't: every streak. The day I lost mine I started to learn.",
      ],
    },
    {
      titles: [
        "日本語の「木漏れ日」みたいな言葉、ほかにもありますか？",
        "Words that need a whole sentence in English",
      ],
      paragraphs: [
        "木漏れ日 (*komorebi*) is the light that falls through leaves. 我喜欢这个词，因为它很安静。",
        "Others that I collect: *saudade*, *hygge* (I know), Finnish *kalsarikännit*, Welsh *hiraeth*. 한국어에는 '눈치'가 있어요.",
        "Which ones are yours? 🌿",
      ],
    },
    {
      titles: [
        "كيف تتعلمون الكلمات الجديدة؟ Learning words in {tongue}",
        "Reading right to left changed how I read left to right",
      ],
      paragraphs: [
        "My teacher writes every new word on a slip of paper: مكتبة، نافذة، صديق. They hang all over the flat.",
        "שלום from the kitchen, too: that slip is on the kettle. After {months} I can find the sugar in {n} languages.",
      ],
    },
    {
      titles: [
        "Is it rude to answer in English when somebody tries?",
        "They always switch to English. What now?",
      ],
      paragraphs: [
        "I live in {city} and everyone is too helpful. I start in {tongue}, they hear one vowel and rescue me.",
        "A friend gave me the sentence that solved it: 'I am slow, but I would like to finish.' Nobody has switched since. 😄",
      ],
    },
  ],
  comments: [
    "Children's radio is the best advice. They repeat everything and nobody is ever ironic.",
    "頑張ってください！ It gets easier around the {many}th week, I promise.",
    "That sentence is wonderful. Stolen, merci beaucoup.",
    "Saying it to the dog counts. Mine understands the imperative in {n} languages.",
    "السلام عليكم! The slips of paper work, but don't put one on the cat.",
    "Grammar is a map. You still have to walk. 🥾",
    "For {tongue} I read the same book {n} times. By the third I knew who did it, and also the dative.",
    "Привет! Same here with the switch to English, every single time.",
  ],
  links: [
    {
      title: "The village that has {many} words for fog",
      url: "https://northquarterly.example/essays/fog?lang=en&v=2",
    },
  ],
  flairs: ["Discussion", "Resources", "Successes", "Vocabulary"],
};
