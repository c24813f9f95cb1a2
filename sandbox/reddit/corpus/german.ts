import type { Bank } from "./story";

export const german: Bank = {
  stories: [
    {
      titles: [
        "Bahn pünktlich, Anschluss weg: eine kurze Geschichte",
        "Heute kam der Zug zwei Minuten zu früh. Niemand war vorbereitet",
      ],
      paragraphs: [
        "Gleis {many}, leichter Nebel, der Zug steht einfach da. Alle schauen auf die Uhr, dann auf den Zug, dann wieder auf die Uhr.",
        "Der Anschluss in Köln war natürlich trotzdem weg. Aber für einen Moment war die Welt größer als sonst.",
      ],
    },
    {
      titles: [
        "Welches Wort aus eurer Gegend versteht sonst niemand?",
        "Müsst ihr auch „viertel drei“ erklären?",
      ],
      paragraphs: [
        "Bei uns heißt das letzte Stück Brot „Knäusle“, und meine Kollegin aus Hamburg schaut mich jedes Mal an, als hätte ich geniest.",
        "Was sind eure Wörter? Bonuspunkte für alles mit Umlaut.",
      ],
    },
    {
      titles: [
        "Selbstständig seit {n} Jahren: was ich gern früher gewusst hätte",
        "Steuererklärung im {n}. Anlauf abgegeben, ich gönne mir jetzt ein Brötchen",
      ],
      paragraphs: [
        "Drei Dinge: Rücklagen für die Vorauszahlung, ein Ordner pro Jahr, und nie wieder Belege aus Thermopapier in die Sonne legen.",
        "Das Finanzamt war übrigens freundlich. Ich weiß, ich weiß. Aber es stimmt: „Schöne Grüße, und gute Besserung für Ihren Drucker.“",
      ],
    },
  ],
  comments: [
    "Bei uns „Ränftel“. Und ja, darum wird gestritten.",
    "Viertel drei ist völlig logisch, ihr wollt es nur nicht verstehen.",
    "Das mit dem Thermopapier kann ich leider bestätigen. Größter Fehler 2024.",
    "Grüße aus Köln, der Anschluss steht noch da. Falscher Bahnsteig.",
    "Straßenbahn, Fußgängerüberführung, Frühstücksbrötchen: mehr braucht kein Mensch.",
    "Danke für den Tipp mit den Ordnern, so einfach und ich wäre nie draufgekommen.",
  ],
  links: [
    {
      title: "Wie ein Dorf sein Wirtshaus zurückbekam",
      url: "https://landundleute.example/wirtshaus-zurück",
    },
  ],
  flairs: ["Diskussion/Frage", "Nachrichten DE", "Humor", "TIRADE"],
};
