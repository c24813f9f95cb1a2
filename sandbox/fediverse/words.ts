/** Texts of generated posts. '{k}' stands for the keyword. */
export const texts = [
  "The tram was late again, so I finished the book.",
  "Sourdough, day nine. It has opinions now.",
  "New moon tonight: good seeing until the fog comes in.",
  "Does anybody still write letters? Asking with ink on my hands.",
  "Our club restored the old turntable. Pictures soon.",
];
export const matchingTexts = [
  "Trying {k} today, and it went better than the last three.",
  "What do you use for {k}? Boosts welcome.",
];
export const replies = ["Same here.", "Thank you, that helped!", "I'd start with the second one."];
export const names = ["ada", "mika", "rosalind", "tove", "juniper", "halvard"];
export const hashtags = ["widgets", "bookkeeping", "astronomy", "sourdough"];
