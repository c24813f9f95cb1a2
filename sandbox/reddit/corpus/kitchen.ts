import type { Bank } from "./story";

export const kitchen: Bank = {
  stories: [
    {
      titles: [
        "What finally made my {dish} taste of something",
        "The {dish} took {n} tries. It was the salt",
      ],
      paragraphs: [
        "I have made {dish} on {day}s for {months}, from a good recipe, and it was always fine. Just fine.",
        "Last week I salted at *every* step instead of at the end, and let the onions go until they were almost too dark. A pinch of {spice}, a spoon of vinegar right before serving.",
        "{family} asked whether I had bought it somewhere.",
      ],
    },
    {
      titles: [
        "Sourdough in a cold kitchen: {months} of notes",
        "My starter survived {n} weeks in the fridge",
      ],
      paragraphs: [
        "My kitchen has 16 °C in winter, so most schedules are useless. What works here:",
        "1. mix in the evening, 75 % water\n2. fold three times while washing up\n3. leave it on the boiler overnight\n4. shape before coffee, bake after",
        "The crumb is not for photographs, but the crust sings when it cools. If you have never listened to bread, do it once.",
      ],
    },
    {
      titles: ["Which spice did you ignore for years?", "I was wrong about {spice}"],
      paragraphs: [
        "For me it was {spice}. I had a jar from a shop in {city} that moved house with me {n} times.",
        "Then somebody told me to toast it whole and grind it fresh. It is a different thing altogether. What was yours?",
      ],
    },
    {
      titles: [
        "A decent cup without a {amount} machine",
        "Hand grinder, cheap scale, good water: my coffee for {small} a week",
      ],
      paragraphs: [
        "I kept reading about machines. In the end it was the water: ours is so hard that everything tasted of chalk.",
        "A {small} filter jug, 15 g of coffee to 250 g of water, two and a half minutes. I have stopped looking at machines. Mostly.",
      ],
    },
    {
      titles: [
        "Feeding {many} people from one small oven",
        "I cooked for a wedding. Notes for the next fool",
      ],
      paragraphs: [
        "My sister married in {month} and I said the words 'how hard can it be'.",
        "What went right: {dish} the day before, salads in buckets, a friend with a van. What went wrong: I forgot that {many} people need {many} forks.",
        "I would do it again. In {months}. Maybe.",
      ],
    },
  ],
  comments: [
    "Vinegar at the end is the answer to nearly everything.",
    "Toast the {spice} in a dry pan until you smell it, then *immediately* out. Ten seconds too long and it is bitter.",
    "Cold kitchens make better bread. You just need to stop looking at the clock.",
    "My grandmother made {dish} with nothing but onions, time and an opinion.",
    "Buy a scale. {small}, and you will never wash a measuring cup again.",
    "Salt the water until it tastes like a mild mistake.",
    "The forks! We had the same with chairs.",
    "That crust is lovely. What flour is it?",
    "Filtered water did more for my coffee than {amount} of equipment. I don't like to talk about it.",
    "Freeze the stock in a muffin tin. One puck is one sauce.",
  ],
  links: [
    { title: "Why bread sings", url: "https://crumbandcrust.example/why-bread-sings" },
    {
      title: "One pot, {many} lunches: a year of canteen cooking",
      url: "https://northquarterly.example/essays/canteen",
    },
  ],
  flairs: ["Help Wanted", "Recipe", "Open Discussion", "Technique"],
};
